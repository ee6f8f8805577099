// The script of the docs: forms that show the response on the same page. Without scripts, the response is on a page of
// its own.
import { addCopies } from "../assets/copy.js";

for (const form of document.querySelectorAll("form.try")) showResponseInPlace(form);

/** Makes a form show its response below itself instead of on a new page. */
function showResponseInPlace(form) {
  // Why: screen readers announce this element only if it is in the page before its text changes.
  const status = document.createElement("output");
  const place = document.createElement("div");
  form.after(status, place);

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.ariaBusy) return;
    form.ariaBusy = "true";
    status.className = "";
    status.textContent = "Waiting for the response …";
    place.replaceChildren();
    try {
      const body = new URLSearchParams(new FormData(form));
      const response = await fetch(form.action, { method: "POST", body });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      // Why: a form that is rejected before the request is sent gets an error page, or JSON.
      const shown = page.querySelector(".outcome") ?? page.querySelector("main");
      place.replaceChildren(shown ?? page.body.textContent);
      addCopies(place);
      status.className = "hidden";
      status.textContent = place.querySelector(".row")?.textContent ?? "The request was not sent.";
    } catch {
      status.textContent = "No response from the sandbox. Check that it is still running.";
    }
    form.ariaBusy = null;
  });
}
