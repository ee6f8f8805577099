// The dashboard in the browser. It follows the requests live, asks every other second whether the page would
// look otherwise, and has the server render it anew where it would. Nothing happens while nobody looks.
import { drawChart } from "./chart.client.js";
import { watchForms } from "./forms.client.js";
import { createLog } from "./log.client.js";
import { patch } from "./patch.client.js";

const BEAT_MS = 2_000;
// Why: one request seldom comes alone.
const SOON_MS = 250;
const LEAST_MS = 1_000;
// Why: what is shown as `in 3 h` goes by without anything happening.
const STALE_MS = 60_000;
const CLOCK_SLACK_MS = 1_500;

const NOT_CONNECTED = "Not connected, trying again";
const GONE = "This world is gone";

/** @type {{ due: number, timer: ReturnType<typeof setTimeout> | undefined }} */
const NONE = { due: Number.POSITIVE_INFINITY, timer: undefined };

const dashboard = element("dashboard");
const control = address(dashboard.dataset.control);
const here = address(dashboard.dataset.here);
const live = element("live");
let era = dashboard.dataset.era;
let streaming = false;
// What is wrong where the sandbox does not answer as it should; empty where it does.
let trouble = "";
let lastBeat = Number.NEGATIVE_INFINITY;
let nextBeat = NONE;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let nextSearch;
/** The rendering that goes on, or the last one, and the one that comes after it. */
let running = Promise.resolve();
/** @type {Promise<void> | undefined} */
let waiting;
let renderedAt = performance.now();

const log = createLog({
  stream: new URL("requests/stream", control).href,
  curlOf: (id) => `${here}/requests/${encodeURIComponent(id)}/curl`,
  onState(connected) {
    // Why: whatever happened meanwhile was not told.
    if (connected && !streaming) beatIn(0);
    streaming = connected;
    showState();
  },
  onEntries: () => beatIn(SOON_MS),
});

watchForms({ control, onDone: render });
setInterval(showClock, 250);
document.addEventListener("visibilitychange", follow);
document.addEventListener("click", openPanel);
document.addEventListener("input", search);
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.matches(".find, #filter")) event.preventDefault();
});
window.addEventListener("popstate", () => void render().catch(() => location.reload()));
follow();

function follow() {
  if (document.hidden) {
    clearTimeout(nextBeat.timer);
    nextBeat = NONE;
    log.stop();
  } else {
    log.start();
    beatIn(0);
  }
}

/**
 * Has the next beat come in some milliseconds at the latest, but not at once after the last.
 * @param {number} ms
 */
function beatIn(ms) {
  const now = performance.now();
  const due = Math.max(now + ms, lastBeat + LEAST_MS);
  // Why: requests that come without a pause must not put it off for ever.
  if (due >= nextBeat.due) return;
  clearTimeout(nextBeat.timer);
  nextBeat = { due, timer: setTimeout(() => void beat(), due - now) };
}

/** Asks what is new, and shows it. */
async function beat() {
  lastBeat = performance.now();
  nextBeat = NONE;
  try {
    const { panel = "" } = dashboard.dataset;
    const find = new URL(location.href).searchParams.get("find") ?? "";
    const answer = await fetch(`${here}/pulse?${new URLSearchParams({ panel, find })}`);
    if (!answer.ok) throw new Error(answer.status === 404 ? GONE : NOT_CONNECTED);
    const pulse = await answer.json();
    trouble = "";
    keepEra(pulse.era);
    log.showWaiting(pulse.waiting);
    drawChart(element("chart"), pulse.traffic);
    if (isStale(pulse)) await render();
  } catch (error) {
    trouble = error instanceof Error && error.message === GONE ? GONE : NOT_CONNECTED;
  }
  showState();
  if (!document.hidden) beatIn(BEAT_MS);
}

/** @param {{ mark: string, now: number, frozen: boolean }} pulse */
function isStale({ mark, now, frozen }) {
  return (
    mark !== dashboard.dataset.mark ||
    `${frozen}` !== element("clock").dataset.frozen ||
    Math.abs(now - worldTime()) > CLOCK_SLACK_MS ||
    performance.now() - renderedAt > STALE_MS
  );
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
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("dashboard");
  if (!answer.ok || fresh === null) throw new Error(GONE);
  document.title = page.title;
  patch(dashboard, fresh);
  renderedAt = performance.now();
  showClock();
  keepEra(dashboard.dataset.era);
}

/**
 * Has the log begin anew where the journal has.
 * @param {string | undefined} now
 */
function keepEra(now) {
  if (now === era) return;
  era = now;
  log.restart();
}

/** @param {MouseEvent} event */
function openPanel(event) {
  const link = /** @type {Element} */ (event.target).closest(".tabs a");
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!(link instanceof HTMLAnchorElement) || !isPlain) return;
  event.preventDefault();
  history.pushState(null, "", link.pathname);
  render().catch(() => location.reload());
}

/** @param {Event} event */
function search({ target }) {
  const input = /** @type {HTMLInputElement} */ (target);
  if (input.name !== "find") return;
  clearTimeout(nextSearch);
  nextSearch = setTimeout(() => {
    const query = input.value.trim() === "" ? "" : `?${new URLSearchParams({ find: input.value })}`;
    history.replaceState(null, "", location.pathname + query);
    void render().catch(() => {});
  }, SOON_MS);
}

function showState() {
  const text = trouble || (streaming ? "Live" : NOT_CONNECTED);
  if (live.textContent !== text) live.textContent = text;
  live.className = text === "Live" ? "badge good" : "badge bad";
}

/** The world's time as it should be by now, in Unix milliseconds. */
function worldTime() {
  const { now, frozen } = element("clock").dataset;
  return Number(now) + (frozen === "true" ? 0 : performance.now() - renderedAt);
}

function showClock() {
  const text = new Date(worldTime()).toISOString();
  const clock = /** @type {HTMLTimeElement} */ (element("clock"));
  const shown = text.slice(0, 19).replace("T", " ");
  if (clock.textContent === shown) return;
  clock.textContent = shown;
  clock.dateTime = text;
  clock.title = text;
}

/**
 * A whole address.
 * @param {string} [path]
 */
function address(path = "") {
  // Why: a document whose address held a login has one in its base, which `fetch` refuses.
  return new URL(path, location.origin).href;
}

/** @param {string} id */
function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
