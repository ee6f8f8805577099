// The live request log: follows the journal's stream, and shows its newest entries. An entry is known by
// its id, so that none is shown twice however often it is told.

import { fillExchange, fillRow, part, template } from "./request-row.client.js";

/** @typedef {import("./request-row.client.js").Entry} Entry */

const KEPT = 1_000;
const AT_ONCE = 100;
const RETRY_MS = 1_000;
// Why: whoever looks on must not slow down a load test, for to tell of a request takes longer than it does.
const MOST_A_SECOND = 1_000;

/**
 * @typedef {object} LogOptions
 * @property {string} stream The address of the stream.
 * @property {(id: string) => string} curlOf The address of an entry as a curl line.
 * @property {(connected: boolean) => void} onState Told when the stream opens and when it breaks off.
 * @property {() => void} onEntries Told when something was answered.
 */

/** @param {LogOptions} options */
export function createLog({ stream, curlOf, onState, onEntries }) {
  const list = element("log");
  const waitingList = element("waiting");
  const more = element("more");
  const filter = /** @type {HTMLFormElement} */ (element("filter"));
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  /** @type {Map<string, Entry>} */
  let unanswered = new Map();
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  /** @type {EventSource | undefined} */
  let source;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;
  let last = "";
  let told = { since: 0, count: 0 };
  let limit = AT_ONCE;
  let drawing = false;

  filter.addEventListener("input", () => {
    limit = AT_ONCE;
    draw();
  });
  more.addEventListener("click", () => {
    limit += AT_ONCE;
    draw();
  });
  list.addEventListener("toggle", toggle, { capture: true });
  waitingList.addEventListener("toggle", toggle, { capture: true });

  return { start, stop, restart, showWaiting };

  /** Follows the journal from where it was left, or from its beginning. */
  function start() {
    if (source !== undefined) return;
    clearTimeout(retry);
    const opened = new EventSource(`${stream}?since=${encodeURIComponent(last)}`);
    source = opened;
    opened.addEventListener("open", () => onState(true));
    opened.addEventListener("message", ({ data }) => take(JSON.parse(data)));
    opened.addEventListener("error", () => {
      // Why: browsers give up after some errors and not after others; this one never does.
      stop();
      onState(false);
      retry = setTimeout(start, RETRY_MS);
    });
  }

  function stop() {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  }

  /** Begins anew, as the journal has. */
  function restart() {
    stop();
    entries.clear();
    rows.clear();
    last = "";
    limit = AT_ONCE;
    draw();
    start();
  }

  /** @param {Entry} entry */
  function take(entry) {
    last = entry.id;
    rest();
    if (entries.has(entry.id)) return;
    entries.set(entry.id, entry);
    for (const id of entries.keys()) {
      if (entries.size <= KEPT) break;
      entries.delete(id);
      rows.delete(id);
    }
    onEntries();
    if (drawing) return;
    drawing = true;
    requestAnimationFrame(draw);
  }

  /** Looks away for a moment where more comes than anybody reads; the journal keeps what is shown anyway. */
  function rest() {
    const now = performance.now();
    if (now - told.since > 1_000) told = { since: now, count: 0 };
    if (++told.count < MOST_A_SECOND) return;
    stop();
    retry = setTimeout(start, RETRY_MS);
  }

  /**
   * Shows the requests that wait for their answer.
   * @param {Entry[]} waiting
   */
  function showWaiting(waiting) {
    const still = new Map(waiting.map((entry) => [entry.id, entry]));
    for (const id of entries.keys()) still.delete(id);
    for (const id of unanswered.keys()) if (!still.has(id) && !entries.has(id)) rows.delete(id);
    unanswered = still;
    show(waitingList, [...unanswered.values()].toReversed().map(rowOf));
  }

  function draw() {
    drawing = false;
    const wanted = [...entries.values()].filter(fits).toReversed();
    const shown = wanted.slice(0, limit).map(rowOf);
    const none = entries.size > 0 && shown.length === 0;
    show(list, none ? [noMatch(entries.size)] : shown);
    more.hidden = wanted.length <= limit;
  }

  /** @param {Entry} entry */
  function fits({ status, endpoint }) {
    const { status: asked, endpoint: place } = readFilter(filter);
    return `${status}`.startsWith(asked) && (place === "" || place === endpoint);
  }

  /** @param {Entry} entry */
  function rowOf(entry) {
    const known = rows.get(entry.id);
    if (known !== undefined && known.dataset.status === `${entry.status}`) return known;
    const row = known ?? /** @type {HTMLElement} */ (template("request-row").firstElementChild);
    fillRow(row, entry);
    rows.set(entry.id, row);
    if (known !== undefined) tellAll(row);
    return row;
  }

  /**
   * Tells all of a request, where its row is open.
   * @param {HTMLElement} row
   */
  function tellAll(row) {
    const { id = "" } = row.dataset;
    const entry = entries.get(id) ?? unanswered.get(id);
    const isOpen = row.querySelector("details")?.open === true;
    part(row, "exchange").replaceChildren();
    if (isOpen && entry !== undefined) fillExchange(part(row, "exchange"), entry, curlOf(id));
  }

  /** @param {Event} event */
  function toggle({ target }) {
    const row = /** @type {HTMLElement} */ (target).closest("[data-id]");
    if (row instanceof HTMLElement) tellAll(row);
  }
}

/**
 * Puts rows into a list; those that are there already stay as they are, with the focus in them.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} rows
 */
function show(list, rows) {
  const wanted = new Set(rows);
  for (const child of [...list.children]) {
    if (!wanted.has(/** @type {HTMLElement} */ (child))) child.remove();
  }
  let next = list.firstElementChild;
  for (const row of rows) {
    if (row === next) next = next.nextElementSibling;
    else list.insertBefore(row, next);
  }
}

/**
 * What a filter asks for: the beginning of a status, and an endpoint; empty for any.
 * @param {HTMLFormElement} form
 */
function readFilter(form) {
  const { status, endpoint } = Object.fromEntries(new FormData(form));
  return { status: `${status}`.trim().replace(/x+$/i, ""), endpoint: `${endpoint}` };
}

/** @param {number} count */
function noMatch(count) {
  const row = document.createElement("li");
  row.className = "muted";
  row.textContent = `None of the last ${count} requests is like that.`;
  return row;
}

/** @param {string} id */
function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
