// One request in the log: its row, and what is told of it where a person opens it. Whatever a client sent is
// put there as text.

/**
 * A request as the control API tells it.
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} time
 * @property {number | null} ms
 * @property {string} method
 * @property {string} path
 * @property {string | null} endpoint
 * @property {number | null} status
 * @property {string | null} key
 * @property {string | null} merchant
 * @property {string | null} why
 * @property {string[]} hints
 * @property {{ headers: Record<string, string>, body: string | null }} request
 * @property {{ body: string | null }} response
 */

/**
 * @param {HTMLElement} row
 * @param {Entry} entry
 */
export function fillRow(row, entry) {
  const { id, status, method, path, key, merchant, ms, time, why, hints } = entry;
  row.dataset.id = id;
  row.dataset.status = `${status}`;
  const badge = part(row, "status");
  badge.textContent = status === null ? "waits" : `${status}`;
  badge.className = `status badge ${colourOf(status)}`;
  part(row, "method").textContent = method;
  part(row, "path").replaceChildren(...splitPath(path));
  part(row, "holder").textContent = [key, merchant].filter(Boolean).join(" ");
  part(row, "ms").textContent = ms === null ? "" : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  const clock = /** @type {HTMLTimeElement} */ (part(row, "time"));
  clock.dateTime = time;
  clock.title = time;
  clock.textContent = time.slice(5, 19).replace("T", " ");
  const remarks = [
    ...(why === null ? [] : [`why: ${why}`]),
    ...hints.map((hint) => `hint: ${hint}`),
  ];
  part(row, "remarks").replaceChildren(...remarks.map(remark));
}

// Why: what all paths begin with is passed over by the eye.
const PREFIX = "/api/v1/integration/";

/** @param {string} path */
function splitPath(path) {
  if (!path.startsWith(PREFIX)) return [path];
  const prefix = document.createElement("span");
  prefix.className = "muted";
  prefix.textContent = PREFIX;
  return [prefix, path.slice(PREFIX.length)];
}

/** @param {string} text */
function remark(text) {
  const line = document.createElement("span");
  line.className = "remark";
  line.textContent = text;
  return line;
}

/** @param {number | null} status */
function colourOf(status) {
  if (status === null) return "";
  if (status < 400) return "good";
  return status < 500 ? "warn" : "bad";
}

/**
 * Tells all that is known of a request.
 * @param {HTMLElement} place
 * @param {Entry} entry
 * @param {string} curlAddress
 */
export function fillExchange(place, { id, method, path, status, request, response }, curlAddress) {
  place.append(template("request-exchange"));
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const sent = request.body === null ? [] : ["", indentJson(request.body)];
  part(place, "request").textContent = [`${method} ${path}`, ...headers, ...sent].join("\n");
  const answered = [`${status}`, "", indentJson(response.body ?? "")].join("\n");
  part(place, "answer").textContent = status === null ? "not yet" : answered;
  const copy = /** @type {HTMLButtonElement} */ (part(place, "copy"));
  copy.setAttribute("aria-label", `Copy as curl: ${id}`);
  const replay = /** @type {HTMLButtonElement} */ (part(place, "replay"));
  replay.setAttribute("aria-label", `Replay ${id}`);
  const form = /** @type {HTMLFormElement} */ (replay.form);
  form.dataset.path = `requests/${id}/replay`;
  const body = document.createElement("a");
  body.href = curlAddress.replace(/curl$/, "body");
  body.download = `${id}.body`;
  body.textContent = "Save its body first";
  body.hidden = true;
  copy.after(body);
  void showCurl(curlAddress, part(place, "curl"), { copy, body });
}

/**
 * @param {string} address
 * @param {HTMLElement} place
 * @param {{ copy: HTMLButtonElement, body: HTMLAnchorElement }} controls
 */
async function showCurl(address, place, { copy, body }) {
  const answer = await fetch(address).catch(() => undefined);
  const text = (await answer?.text()) ?? "The sandbox does not answer.";
  place.textContent = text;
  copy.dataset.copy = text;
  copy.disabled = !answer?.ok;
  // Why: a line that can't be pasted safely, or would be cut, reads the body from a file.
  body.hidden = !text.includes(` @${body.download} `);
}

const CUT = /… \(cut at [^()]*\)$/;

/**
 * Indents JSON, and changes no sign of what is between its marks; other texts stay as they are.
 * @param {string} text
 */
export function indentJson(text) {
  if (!CUT.test(text) && !isJson(text)) return text;
  let depth = 0;
  const line = () => `\n${"  ".repeat(Math.max(0, depth))}`;
  return text.replace(/"(?:[^"\\]|\\.)*"?|\{\s*\}|\[\s*\]|[[\]{},:]|\s+(?!\(cut)/g, (mark) => {
    if (mark === "{" || mark === "[") depth++;
    if (mark === "}" || mark === "]") depth--;
    if (mark === "{" || mark === "[" || mark === ",") return mark + line();
    if (mark === "}" || mark === "]") return line() + mark;
    if (mark === ":") return ": ";
    // Why: what is left are texts, and blanks with nothing or an empty pair of brackets around them.
    return mark.startsWith('"') ? mark : mark.replace(/\s/g, "");
  });
}

/** @param {string} text */
function isJson(text) {
  try {
    return JSON.parse(text) instanceof Object;
  } catch {
    return false;
  }
}

/**
 * A copy of what a template of the page holds.
 * @param {string} id
 */
export function template(id) {
  const { content } = /** @type {HTMLTemplateElement} */ (document.getElementById(id));
  return /** @type {DocumentFragment} */ (content.cloneNode(true));
}

/**
 * The part of a template's copy that holds one thing of a request.
 * @param {Element} within
 * @param {string} name
 */
export function part(within, name) {
  return /** @type {HTMLElement} */ (within.querySelector(`[data-part=${name}]`));
}
