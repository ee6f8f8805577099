// What a person does: forms become calls of the control API, and buttons put texts on the clipboard. What
// goes wrong is said beside the form, what went well below the page.
import { element } from "./patch.client.js";

const MESSAGE_MS = 10_000;
const CHANGED = "This entry has changed since. Look at the list, and try again.";
const NO_RESPONSE = "The sandbox does not respond. Check that it is still running.";

/**
 * @typedef {object} FormOptions
 * @property {string} control The address of the world in the control API, with a slash at its end.
 * @property {() => Promise<void>} onDone Shows what has become of the world.
 * @property {(href: string) => Promise<void>} open Shows another address of the dashboard.
 */

/** @type {WeakSet<HTMLFormElement>} */
const busy = new WeakSet();

/**
 * Takes over the forms and the copy buttons of the page.
 * @param {FormOptions} options
 */
export function watchForms(options) {
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.dataset.path === undefined) return;
    event.preventDefault();
    void perform(form, event.submitter, options);
  });
  document.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-copy]");
    if (button instanceof HTMLElement) void copy(button.dataset.copy ?? "");
  });
  element("message").addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    // Why: a second click would undo what was done before, or fail.
    target.disabled = true;
    void undo(target, options);
  });
}

/**
 * @param {HTMLButtonElement} button
 * @param {FormOptions} options
 */
async function undo({ dataset }, { control, onDone }) {
  const { method, path, body } = JSON.parse(dataset.undo ?? "");
  const headers = { "Content-Type": "application/json" };
  try {
    const answer = await fetch(new URL(path, control).href, {
      ...{ method, headers, body: body && JSON.stringify(body) },
    });
    if (!answer.ok) return showMessage((await readProblem(answer)).detail);
    await onDone();
    showMessage("Undone.");
  } catch {
    showMessage(NO_RESPONSE);
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 * @param {FormOptions} options
 */
async function perform(form, button, { control, onDone, open }) {
  const { path = "", confirm, done = "", then } = form.dataset;
  if (busy.has(form)) return;
  busy.add(form);
  try {
    if (confirm && !(await ask(confirm, button?.textContent ?? ""))) return;
    const answer = await send(form, button, new URL(path, control).href);
    if (!answer.ok) return showErrors(form, await readProblem(answer));
    const text = await answer.text();
    const made = text === "" ? {} : JSON.parse(text);
    showErrors(form, undefined);
    const fill = (/** @type {string} */ text) =>
      text.replace(/\{(\w+)\}/g, (_, field) => String(made[field]));
    const undo = button?.dataset.undo ?? form.dataset.undo;
    const row = form.closest("[data-key]");
    await (then === undefined ? onDone() : open(fill(then)));
    showMessage(fill(done), undo && { ...form.dataset, body: undefined, ...JSON.parse(undo) });
    form.reset();
    keepFocus(row);
  } catch {
    showErrors(form, { detail: NO_RESPONSE, errors: [] });
  } finally {
    busy.delete(form);
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button It may carry a body of its own, whatever the fields say.
 * @param {string} address
 */
async function send(form, button, address) {
  const { method = "POST", list, entry } = form.dataset;
  const headers = { "Content-Type": "application/json" };
  if (method === "DELETE") return fetch(address, { method, headers });
  const filled = button?.dataset.body ? JSON.parse(button.dataset.body) : bodyOf(form);
  const body = list === undefined ? filled : await changedList(address, list, filled, entry);
  if (body === undefined) return Response.json({ detail: CHANGED }, { status: 409 });
  return fetch(address, { method, headers, body: JSON.stringify(body) });
}

/**
 * The list that is there, with an entry added, replaced or removed; what the sandbox has counted is left out.
 * Undefined if the entry is not there any more.
 * @param {string} address
 * @param {string} change Like `add`, `replace 2` or `remove 2`.
 * @param {any} entry
 * @param {string} [old] The entry to replace or remove, as the page shows it.
 */
async function changedList(address, change, entry, old) {
  /** @type {{ hits: number }[]} */
  const found = await (await fetch(address)).json();
  const entries = found.map(({ hits, ...rest }) => rest);
  const [what, place] = change.split(" ");
  if (what === "add") return [...entries, entry];
  // Why: another page may have changed the list since.
  const isOld = (/** @type {object | undefined} */ one) => JSON.stringify(one) === old;
  const at = isOld(entries[Number(place)]) ? Number(place) : entries.findIndex(isOld);
  return at === -1 ? undefined : entries.toSpliced(at, 1, ...(what === "remove" ? [] : [entry]));
}

/**
 * The JSON that a form stands for: what it carries, and what was filled in.
 * @param {HTMLFormElement} form
 */
function bodyOf(form) {
  const body = JSON.parse(form.dataset.body ?? "{}");
  for (const field of form.elements) {
    if (!isField(field)) continue;
    const isSame = !("defaultValue" in field) || field.value === field.defaultValue;
    if (form.dataset.partial !== undefined && isSame) continue;
    const value = meaningOf(field, body[field.name]);
    if (field.name !== "" && value !== undefined) body[field.name] = value;
  }
  return body;
}

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/**
 * @param {Element} element
 * @returns {element is Field}
 */
function isField(element) {
  return /^(?:INPUT|SELECT|TEXTAREA)$/.test(element.tagName);
}

/**
 * What a field stands for; undefined where nothing was filled in.
 * @param {Field} field
 * @param {unknown[]} before What the fields of the same name before it stand for.
 */
function meaningOf(field, before = []) {
  const isTicked = field instanceof HTMLInputElement && field.checked;
  const text = field.value.trim();
  switch (field.dataset.type) {
    case "boolean":
      return isTicked;
    case "list":
      return isTicked ? [...before, text] : before;
    case "number":
      // Why: what is no number is sent as it is, and refused with the words for it.
      return text === "" || Number.isNaN(Number(text)) ? text || undefined : Number(text);
    case "headers":
      return changedHeaders(/** @type {HTMLTextAreaElement} */ (field));
    default:
      return field instanceof HTMLTextAreaElement ? field.value : text || undefined;
  }
}

/**
 * The headers in a field that were changed; null for one that was removed.
 * @param {HTMLTextAreaElement} field
 */
function changedHeaders({ value, defaultValue }) {
  const read = (/** @type {string} */ text) =>
    new Map(
      Array.from(text.matchAll(/^([^:\n]+):[ \t]*(.*)$/gm), ([, name = "", value]) => [
        name,
        value,
      ]),
    );
  const [before, now] = [read(defaultValue), read(value)];
  const changed = [...now].filter(([name, value]) => before.get(name) !== value);
  const removed = [...before.keys()].filter((name) => !now.has(name)).map((name) => [name, null]);
  return Object.fromEntries([...changed, ...removed]);
}

/**
 * Asks before something that can't be taken back.
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
function ask(question, yes) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("question"));
  const text = /** @type {HTMLElement} */ (dialog.querySelector("#question-text"));
  const button = /** @type {HTMLElement} */ (dialog.querySelector("[value=yes]"));
  text.textContent = question;
  button.textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/**
 * @typedef {object} Problem
 * @property {string} detail
 * @property {{ path?: string, message?: string, hint?: string, severity?: string }[]} errors
 */

/**
 * @param {Response} answer
 * @returns {Promise<Problem>}
 */
async function readProblem(answer) {
  const text = await answer.text();
  try {
    const { detail = answer.statusText, errors = [] } = JSON.parse(text);
    return { detail, errors: errors.filter(isError).map(ofEntry) };
  } catch {
    return {
      detail: `The sandbox responded with ${answer.status} ${answer.statusText}.`,
      errors: [],
    };
  }
}

/** @param {Problem["errors"][number]} error Where it is one of seeds, it may be a warning beside others. */
function isError({ severity = "error" }) {
  return severity === "error";
}

/**
 * An error as the form knows its field, which may be that of an entry of a list: `/0/delay/min` is `delay.min`.
 * @param {Problem["errors"][number]} error
 */
function ofEntry({ path = "", ...error }) {
  return { ...error, path: path.replace(/^\/(?:\d+(?:\/|$))?/, "").replaceAll("/", ".") };
}

/**
 * Shows the errors of a form next to it, or none.
 * @param {HTMLFormElement} form
 * @param {Problem | undefined} problem
 */
function showErrors(form, problem) {
  form.querySelector(".form-error")?.remove();
  for (const field of form.querySelectorAll("[aria-invalid]"))
    field.removeAttribute("aria-invalid");
  if (problem === undefined) return;
  const alert = document.createElement("div");
  alert.className = "form-error";
  alert.dataset.own = "";
  alert.setAttribute("role", "alert");
  const lines = problem.errors.map(({ path = "", message = "", hint = "" }) =>
    [path && `${path}:`, message, hint].filter(Boolean).join(" "),
  );
  for (const line of lines.length > 0 ? lines : [problem.detail]) {
    const paragraph = document.createElement("p");
    paragraph.textContent = line;
    alert.append(paragraph);
  }
  form.append(alert);
  for (const { path = "" } of problem.errors) {
    const field = form.elements.namedItem(path);
    if (field instanceof HTMLElement) field.setAttribute("aria-invalid", "true");
  }
  const first = form.querySelector("[aria-invalid]");
  if (first instanceof HTMLElement) first.focus();
}

/**
 * Where the button is gone that had the focus, its row takes it, or the panel's title.
 * @param {Element | null} row
 */
function keepFocus(row) {
  if (document.activeElement !== document.body) return;
  const place = row?.isConnected ? row : document.getElementById("panel-title");
  if (place instanceof HTMLElement) place.focus();
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    showMessage("Copied.");
  } catch {
    // Why: browsers have no clipboard for pages of other machines without TLS.
    showMessage("This browser cannot copy from this page. Select the text, and copy it.");
  }
}

let shownAt = 0;

/**
 * Says below the page what was done, for a while, and offers to take it back.
 * @param {string} text
 * @param {object | string} [undo]
 */
function showMessage(text, undo) {
  const message = element("message");
  message.textContent = text;
  if (undo) {
    const button = document.createElement("button");
    button.className = "small";
    button.textContent = "Undo";
    button.dataset.undo = JSON.stringify(undo);
    message.append(" ", button);
  }
  const now = performance.now();
  shownAt = now;
  setTimeout(() => {
    if (shownAt === now) message.textContent = "";
  }, MESSAGE_MS);
}
