// The keyboard: the rows of the log, the request that is open, and a palette with all links and buttons of the page.
import { element } from "./patch.client.js";

const MOST_COMMANDS = 40;

/**
 * Listens to the keys that the dialog of "?" lists.
 * @param {{ open: (href: string) => Promise<void> }} options
 */
export function watchKeys({ open }) {
  document.addEventListener("keydown", (event) => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === "k") {
      event.preventDefault();
      return showPalette();
    }
    if (isCommand || event.altKey || isTyping(event.target)) return;
    const act = KEYS[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act(open);
  });
  element("palette-find").addEventListener("input", showCommands);
  element("palette").addEventListener("keydown", moveInPalette);
  element("palette").addEventListener("submit", (event) => {
    event.preventDefault();
    commands()[0]?.click();
  });
}

/** @type {Record<string, (open: (href: string) => Promise<void>) => void>} */
const KEYS = {
  "/": () => focus(`#dashboard :is([name="q"], [name="find"])`),
  j: () => step(1),
  k: () => step(-1),
  r: (open) => void press('.panel [data-path$="/replay"]:not([data-partial]) button', open),
  c: (open) => void press('.panel [aria-label^="Copy as curl"]', open),
  u: () => press("#message button"),
  "?": () => dialog("keys").showModal(),
};

/** @param {EventTarget | null} target */
function isTyping(target) {
  const element = /** @type {Element} */ (target);
  return element.matches("input, select, textarea") || element.closest("dialog") !== null;
}

/**
 * Moves the focus to another row of the log.
 * @param {number} by
 */
function step(by) {
  const rows = [...document.querySelectorAll("#log a.request")];
  const focused = rows.findIndex((row) => row.matches(":focus"));
  const open = rows.findIndex((row) => row.ariaCurrent === "true");
  const from = focused === -1 ? open : focused;
  const next = rows[from === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, from + by))];
  if (next instanceof HTMLElement) next.focus();
}

/**
 * Presses a button of the request that has the focus, or of the one that is open.
 * @param {string} selector
 * @param {(href: string) => Promise<void>} [open]
 */
async function press(selector, open) {
  const row = document.activeElement?.closest("#log li")?.querySelector("a.request");
  if (row && row.ariaCurrent !== "true") await open?.(row.getAttribute("href") ?? "");
  const button = document.querySelector(selector);
  if (button instanceof HTMLElement) button.click();
}

/** @param {string} selector */
function focus(selector) {
  const found = [...document.querySelectorAll(selector)].find((field) => field.checkVisibility());
  if (found instanceof HTMLElement) found.focus();
}

function showPalette() {
  if (document.querySelector("dialog[open]")) return;
  /** @type {HTMLInputElement} */ (element("palette-find")).value = "";
  showCommands();
  dialog("palette").showModal();
}

/** Lists the links and buttons of the page that have the words of the search in their names. */
function showCommands() {
  const { value } = /** @type {HTMLInputElement} */ (element("palette-find"));
  const words = value.toLowerCase().split(/\s+/);
  const scope = ":is(header.top, #dashboard, #message)";
  const found = [...document.querySelectorAll(`${scope} :is(a[href], button:not([disabled]))`)]
    .filter((target) => !target.matches(".request, #chart *"))
    .map((target) => ({ target, name: (target.ariaLabel ?? target.textContent ?? "").trim() }))
    .filter(({ name }) => name !== "" && words.every((word) => name.toLowerCase().includes(word)));
  element("commands").replaceChildren(
    ...found.slice(0, MOST_COMMANDS).map(({ target, name }) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.addEventListener("click", () => {
        dialog("palette").close();
        /** @type {HTMLElement} */ (target).click();
      });
      item.append(button);
      return item;
    }),
  );
}

const commands = () => [...element("commands").querySelectorAll("button")];

/** @param {KeyboardEvent} event */
function moveInPalette(event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const all = commands();
  const at = all.findIndex((button) => button.matches(":focus")) + by;
  (at < 0 ? element("palette-find") : all[Math.min(at, all.length - 1)])?.focus();
}

/** @param {string} id */
const dialog = (id) => /** @type {HTMLDialogElement} */ (document.getElementById(id));
