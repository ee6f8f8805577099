// The live log of requests. The server renders it; new rows wait while somebody points at a row, has the focus in
// one, or has paused the log.
import { element, patch } from "./patch.client.js";

export function createLog() {
  // Why: on a screen that is touched, a row is pointed at until something else is touched.
  const canPoint = matchMedia("(hover: hover)");
  let isPaused = false;
  let isLive = false;
  /** What the server has rendered last. */
  let latest = "";

  const log = element("log");
  log.addEventListener("pointerleave", () => showLatest());
  log.addEventListener("focusout", () => setTimeout(showLatest));
  document.addEventListener("keydown", pauseByKey);
  document.addEventListener("click", ({ target }) => {
    const { id } = /** @type {Element} */ (target);
    if (id === "pause") pause();
    if (id === "fresh") showFresh();
  });

  return { show, showState, forget };

  /** @param {string} html The section of the requests, as the server renders it now. */
  function show(html) {
    latest = html;
    showLatest();
    showState(true);
  }

  function showLatest() {
    if (latest === "") return;
    if (isHeld()) log.dataset.own = "";
    else delete log.dataset.own;
    const fresh = new DOMParser().parseFromString(latest, "text/html");
    const section = /** @type {HTMLElement} */ (fresh.querySelector(".requests"));
    showCount(isHeld() ? countFresh(section) : "");
    patch(/** @type {HTMLElement} */ (log.closest(".requests")), section);
  }

  /** Has the rows shown as the whole page has them. */
  function forget() {
    latest = "";
    delete log.dataset.own;
    showCount("");
  }

  /** @param {boolean} live Whether the sandbox responds. */
  function showState(live) {
    isLive = live;
    const state = element("live");
    const text = isLive ? (isPaused ? "Paused" : "Live") : "";
    if (state.textContent === text) return;
    state.textContent = text;
    state.className = isPaused ? "badge" : "badge good";
    state.hidden = text === "";
  }

  function isHeld() {
    const isPointedAt = canPoint.matches && log.matches(":hover");
    return isPaused || isPointedAt || log.contains(document.activeElement);
  }

  /**
   * How many rows are newer than those that are shown.
   * @param {HTMLElement} section
   */
  function countFresh(section) {
    const rows = [...section.querySelectorAll("#log > li:not(.divider)")];
    const known = new Set([...log.children].map((row) => row.getAttribute("data-key")));
    const count = rows.findIndex((row) => known.has(row.getAttribute("data-key")));
    if (count === 0 || rows.length === 0) return "";
    return count === -1 ? `${rows.length}+ new` : `${count} new`;
  }

  /** @param {string} text */
  function showCount(text) {
    const button = element("fresh");
    if (button.textContent !== text) button.textContent = text;
    button.hidden = text === "";
  }

  function showFresh() {
    const wasPaused = isPaused;
    isPaused = false;
    showLatest();
    isPaused = wasPaused;
    log.scrollIntoView({ block: "nearest" });
  }

  function pause() {
    isPaused = !isPaused;
    const button = element("pause");
    button.textContent = isPaused ? "Resume" : "Pause";
    button.setAttribute("aria-pressed", `${isPaused}`);
    showState(isLive);
    showLatest();
  }

  /** @param {KeyboardEvent} event */
  function pauseByKey(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.key !== " " || (target !== document.body && !log.contains(target))) return;
    event.preventDefault();
    pause();
  }
}
