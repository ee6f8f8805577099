// The dashboard in the browser. It asks the server what has changed, up to four times a second, and shows what the
// server renders: the log of requests each time, the rest of the page where it has changed. A hidden tab asks every five
// seconds, because its title shows failures.
import { watchForms } from "./forms.client.js";
import { watchKeys } from "./keys.client.js";
import { createLog } from "./log.client.js";
import { element, patch } from "./patch.client.js";

// Why: who looks on must not slow down a load test, and nobody reads faster.
const PAUSE_MS = 250;
const RETRY_MS = 1_000;
const HIDDEN_MS = 5_000;
// Why: what is shown as `in 3 h` goes by without anything happening.
const STALE_MS = 60_000;

const AWAY = "The sandbox does not respond. This page tries again every second.";
const GONE = "This world is gone: it was deleted, or the sandbox was restarted without it.";

const dashboard = element("dashboard");
const control = address(dashboard.dataset.control);
const here = address(dashboard.dataset.here);
const log = createLog();
/** What is wrong if the sandbox does not respond as it should; empty if it does. */
let trouble = "";
/** Which state of the log was shown last; empty to get it at once. */
let seen = "";
/** Ends the question that waits for an answer. */
let asking = new AbortController();
let isAsking = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let nextAsk;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let nextSearch;
/** The rendering that goes on, or the last one, and the one that comes after it. */
let running = Promise.resolve();
/** @type {Promise<void> | undefined} */
let waiting;
let renderedAt = Date.now();

watchForms({ control, onDone: () => render().catch(showFailure), open });
watchKeys({ open });
setInterval(showClock, 250);
document.addEventListener("visibilitychange", () => void ask());
document.addEventListener("click", followLink);
document.addEventListener("input", search);
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.matches(".find")) event.preventDefault();
});
window.addEventListener("popstate", () => void render().catch(() => location.reload()));
void ask();

/** Asks what has changed, shows it, and asks again. */
async function ask() {
  if (isAsking) return;
  isAsking = true;
  clearTimeout(nextAsk);
  const asked = location.href;
  try {
    const { panel = "" } = dashboard.dataset;
    const query = new URLSearchParams(location.search);
    query.set("panel", panel);
    if (seen !== "") query.set("seen", seen);
    asking = new AbortController();
    // Why: what a person has asked for is loaded first, and a page that waits for news has been loaded.
    const options = /** @type {const} */ ({ signal: asking.signal, priority: "low" });
    const response = await fetch(`${here}/pulse?${query}`, options);
    if (!response.ok) throw new Error(response.status === 404 ? GONE : AWAY);
    const pulse = await response.json();
    const wasAway = trouble !== "";
    showTrouble("");
    // Why: another address may show other requests.
    if (asked === location.href) {
      showFailures(pulse);
      seen = pulse.revision;
      log.show(pulse.requests);
      const isStale = Date.now() - renderedAt > STALE_MS;
      if (wasAway || isStale || pulse.mark !== dashboard.dataset.mark) await render();
    }
  } catch (error) {
    if (!asking.signal.aborted) showFailure(error);
  }
  isAsking = false;
  clearTimeout(nextAsk);
  nextAsk = setTimeout(() => void ask(), pauseMs());
}

function pauseMs() {
  if (document.hidden) return HIDDEN_MS;
  return trouble === "" ? PAUSE_MS : RETRY_MS;
}

/** @param {{ failures: number, icon: string }} pulse */
function showFailures({ failures, icon }) {
  const count = failures > 0 ? `(${failures}) ` : "";
  document.title = document.title.replace(/^(?:\(\d+\) )?/, count);
  const link = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
  if (link.getAttribute("href") !== icon) link.href = icon;
}

/**
 * Has the server render the page that is open, and shows it. Of calls that come meanwhile one is made.
 * @returns {Promise<void>}
 */
function render() {
  waiting ??= running
    .catch(() => {})
    .then(() => {
      running = renderNow();
      waiting = undefined;
      return running;
    });
  return waiting;
}

async function renderNow() {
  const response = await fetch(location.href);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.getElementById("dashboard");
  if (!response.ok || fresh === null) throw new Error(GONE);
  document.title = page.title;
  log.forget();
  patch(dashboard, fresh);
  renderedAt = Date.now();
  showClock();
}

/**
 * Shows another address of the dashboard.
 * @param {string} href
 */
async function open(href) {
  history.pushState(null, "", href);
  asking.abort();
  await render().catch(() => location.reload());
}

/** @param {MouseEvent} event */
function followLink(event) {
  const link = /** @type {Element} */ (event.target).closest("a[data-go]");
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (link === null || !isPlain) return;
  event.preventDefault();
  const { pathname, search } = new URL(link.getAttribute("href") ?? "", location.href);
  void open(pathname + search);
}

/** @param {Event} event */
function search({ target }) {
  const { name, value } = /** @type {HTMLInputElement} */ (target);
  if (name !== "find" && name !== "q") return;
  clearTimeout(nextSearch);
  nextSearch = setTimeout(() => {
    const query = new URLSearchParams(location.search);
    if (value.trim() === "") query.delete(name);
    else query.set(name, value);
    history.replaceState(null, "", `${location.pathname}${query.size > 0 ? `?${query}` : ""}`);
    asking.abort();
    void render().catch(() => {});
  }, PAUSE_MS);
}

/** @param {unknown} error */
function showFailure(error) {
  showTrouble(error instanceof Error && error.message === GONE ? GONE : AWAY);
}

/**
 * Says in one place that the sandbox does not respond, and disables what needs it.
 * @param {string} text
 */
function showTrouble(text) {
  if (text === trouble) return;
  trouble = text;
  seen = "";
  const away = element("away");
  away.textContent = text;
  away.hidden = text === "";
  log.showState(text === "");
  for (const button of dashboard.querySelectorAll("form[data-path] button")) {
    button.toggleAttribute("disabled", text !== "");
  }
}

/** The world's time as it should be by now, in Unix milliseconds. */
function worldTime() {
  const { now, frozen } = element("clock").dataset;
  return Number(now) + (frozen === "true" ? 0 : Date.now() - renderedAt);
}

function showClock() {
  // Why: nobody knows what time it is in a world that does not respond.
  if (trouble !== "") return;
  const real = document.getElementById("real");
  if (real !== null) real.textContent = format(new Date());
  const text = new Date(worldTime()).toISOString();
  const clock = /** @type {HTMLTimeElement} */ (element("clock"));
  const shown = format(new Date(worldTime()));
  if (clock.textContent === shown) return;
  clock.textContent = shown;
  clock.dateTime = text;
  clock.title = text;
}

/** @param {Date} time */
function format(time) {
  return time.toISOString().slice(0, 19).replace("T", " ");
}

/**
 * A whole address.
 * @param {string} [path]
 */
function address(path = "") {
  // Why: a document whose address held a login has one in its base, which `fetch` refuses.
  return new URL(path, location.origin).href;
}
