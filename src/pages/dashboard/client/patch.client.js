// Makes a part of the page look as the server renders it now, and leaves alone all of it that is the same:
// focus, what is being typed, what is folded open, and how far it is scrolled.
// An element with `data-own` is the script's own: the server's version of it is passed over.

/**
 * @param {Element} old
 * @param {Element} fresh
 */
export function patch(old, fresh) {
  if (isOwn(old)) return;
  patchAttributes(old, fresh);
  patchChildren(old, fresh);
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function patchAttributes(old, fresh) {
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    // Why: what a person has folded open stays so.
    if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function patchChildren(old, fresh) {
  const wantedKeys = new Set([...fresh.children].map(keyOf));
  for (const child of [...old.children]) {
    // Why: first, so that what stays need not be moved, and keeps the focus.
    if (keyOf(child) !== "" && !wantedKeys.has(keyOf(child)) && !isOwn(child)) child.remove();
  }
  const keyed = new Map([...old.children].map((child) => [keyOf(child), child]));
  /** @type {ChildNode | null} */
  let next = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const key = keyOf(wanted);
    const match = key === "" ? next : (keyed.get(key) ?? null);
    if (match === null || !isAlike(match, wanted)) {
      old.insertBefore(wanted, next);
      continue;
    }
    while (next !== null && next !== match && keyOf(next) === "" && !isOwn(next)) next = drop(next);
    if (match === next) next = next.nextSibling;
    else old.insertBefore(match, next);
    patchNode(match, wanted);
  }
  while (next !== null) next = isOwn(next) ? next.nextSibling : drop(next);
}

/**
 * @param {ChildNode} old
 * @param {ChildNode} fresh
 */
function patchNode(old, fresh) {
  if (old instanceof Element && fresh instanceof Element) patch(old, fresh);
  else if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
}

/**
 * Removes a node, and returns the one behind it.
 * @param {ChildNode} node
 */
function drop(node) {
  const after = node.nextSibling;
  node.remove();
  return after;
}

/**
 * @param {ChildNode} one
 * @param {ChildNode} other
 */
function isAlike(one, other) {
  return one.nodeName === other.nodeName && keyOf(one) === keyOf(other);
}

/** @param {ChildNode} node */
function isOwn(node) {
  return node instanceof HTMLElement && node.dataset.own !== undefined;
}

/**
 * What tells an element from its siblings; empty where nothing does.
 * @param {ChildNode} node
 */
function keyOf(node) {
  return node instanceof HTMLElement ? node.id || (node.dataset.key ?? "") : "";
}

/**
 * Finds an element that the page always has.
 * @param {string} id
 */
export function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
