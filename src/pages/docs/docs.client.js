// What a script adds to the reference: code is copied by a click, and what a form asks is answered in
// place. Without it, one selects, and the answer is a page.

addCopies(document);
for (const form of document.querySelectorAll("form.try")) answerInPlace(form);

/** Adds a button to each block of code, where the browser lets pages write to the clipboard. */
function addCopies(place) {
  if (!navigator.clipboard) return;
  for (const figure of place.querySelectorAll("figure.code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "small copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(figure.querySelector("code").textContent);
      button.textContent = "Copied";
    });
    button.addEventListener("blur", () => {
      button.textContent = "Copy";
    });
    figure.append(button);
  }
}

/** Has a form show behind itself what its page would show. */
function answerInPlace(form) {
  // Why: what is announced is short, and there before it says anything.
  const status = document.createElement("output");
  const place = document.createElement("div");
  form.after(status, place);

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.ariaBusy) return;
    form.ariaBusy = "true";
    status.className = "";
    status.textContent = "Waiting for the answer …";
    place.replaceChildren();
    try {
      const body = new URLSearchParams(new FormData(form));
      const answer = await fetch(form.action, { method: "POST", body });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      // Why: what is refused before it is tried has another page, or none.
      const shown = page.querySelector(".outcome") ?? page.querySelector("main");
      place.replaceChildren(shown ?? page.body.textContent);
      addCopies(place);
      status.className = "hidden";
      status.textContent = place.querySelector(".row")?.textContent ?? "It was not sent.";
    } catch {
      status.textContent = "The sandbox does not answer. Is it still running?";
    }
    form.ariaBusy = null;
  });
}
