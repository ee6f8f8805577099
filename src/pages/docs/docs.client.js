// The script of the docs: forms that show the response on the same page, examples that change their language in place,
// a search below its field, and the current section in the table of contents. Without scripts, each is a page of its own.
import { addCopies } from "../assets/copy.js";

// Why: a reader who types sees what is found after each word, not after each letter.
const TYPING_MS = 120;

for (const form of document.querySelectorAll("form.try")) showResponseInPlace(form);
for (const form of document.querySelectorAll("form.search")) showResultsInPlace(form);
document.addEventListener("click", changeLanguage);
document.addEventListener("keydown", moveInTabs);
focusOneTab();
markSection();

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
      const page = parse(await response.text());
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

/** Shows all examples in the language of a tab that was clicked on. */
async function changeLanguage(event) {
  const tab = event.target.closest(".languages a");
  if (tab === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const response = await fetch(tab.href);
  const examples = [...parse(await response.text()).querySelectorAll("figure:has(.languages)")];
  const shown = [...document.querySelectorAll("figure:has(.languages)")];
  const at = shown.indexOf(tab.closest("figure"));
  // Why: the other examples have other lengths, and the reader looks at this one.
  const top = shown[at].getBoundingClientRect().top;
  shown.forEach((figure, index) => {
    figure.replaceWith(examples[index]);
  });
  addCopies(document);
  focusOneTab();
  history.replaceState(null, "", tab.href);
  scrollBy({ top: examples[at].getBoundingClientRect().top - top, behavior: "instant" });
  examples[at].querySelector("[aria-current]").focus({ preventScroll: true });
}

/** Lets the Tab key stop once at each example; the arrow keys move between its tabs. */
function focusOneTab() {
  for (const tab of document.querySelectorAll(".languages a:not([aria-current])"))
    tab.tabIndex = -1;
}

function moveInTabs(event) {
  if (event.key === "/" && !event.target.closest("input, textarea, select")) {
    event.preventDefault();
    document.querySelector(".search input").focus();
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const tab = event.target.closest(".languages a");
  if (tab === null || step === undefined) return;
  event.preventDefault();
  const tabs = [...tab.parentElement.children];
  tabs.at((tabs.indexOf(tab) + step) % tabs.length).focus();
}

/** Shows what is found below the field of a search. */
function showResultsInPlace(form) {
  const field = form.querySelector("input");
  const place = document.createElement("div");
  place.className = "results";
  place.hidden = true;
  place.setAttribute("aria-live", "polite");
  form.append(place);
  let timer;

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(show, TYPING_MS);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !place.hidden) {
      place.hidden = true;
      // Why: a browser would empty the field.
      event.preventDefault();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || place.hidden) return;
    event.preventDefault();
    const stops = [field, ...place.querySelectorAll("a")];
    stops.at((stops.indexOf(document.activeElement) + step) % stops.length).focus();
  });
  form.addEventListener("focusout", (event) => {
    if (!form.contains(event.relatedTarget)) place.hidden = true;
  });
  place.addEventListener("click", () => {
    place.hidden = true;
  });

  async function show() {
    const asked = field.value.trim();
    place.hidden = asked === "";
    if (asked === "") return;
    const response = await fetch(`${form.action}?q=${encodeURIComponent(asked)}`).catch(() => null);
    // Why: the reader may have typed on.
    if (response === null || asked !== field.value.trim()) return;
    place.replaceChildren(parse(await response.text()).querySelector(".found"));
  }
}

/** Marks the section that is read in the table of contents. */
function markSection() {
  const links = [...document.querySelectorAll(".contents a")];
  const headings = links.map((link) => document.getElementById(link.hash.slice(1)));
  let waits = false;
  addEventListener("scroll", () => {
    if (!waits) requestAnimationFrame(mark);
    waits = true;
  });
  mark();

  function mark() {
    waits = false;
    const passed = headings.filter((one) => one.getBoundingClientRect().top < innerHeight * 0.4);
    const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const current = links[atEnd && scrollY > 0 ? links.length - 1 : Math.max(0, passed.length - 1)];
    for (const link of links) {
      if (link === current) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
  }
}

function parse(html) {
  return new DOMParser().parseFromString(html, "text/html");
}
