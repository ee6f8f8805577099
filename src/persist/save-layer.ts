// A layer as what it is over another: of each list of entries that differs, which stand in the list beneath
// and which are its own. So a change of a hundred thousand orders takes no more room than what it changed.
import type { Entries, Entry } from "../seeds/read/entries.ts";
import type { Layer } from "../seeds/resolve/layer.ts";
import { entryPart, LISTS, type ListName, OVERRIDES, type Run, RunsSchema } from "./saved-layer.ts";
import { createPartReader, type PutPart, type SavedParts } from "./saved-part.ts";

/** Saves a layer that lies over another, all of it at once. */
export function saveBlueprint(layer: Layer, over: Layer): Map<string, string> {
  const parts = new Map<string, string>();
  const save = createLayerSaver(over, over, new Map(), (part, json) => {
    if (json !== undefined) parts.set(part, json);
  });
  save(layer);
  return parts;
}

/**
 * Makes what saves the layers that take each other's place over one beneath; each puts those parts alone that
 * are not as they were. `last` is what `parts` were restored to.
 */
export function createLayerSaver(
  beneath: Layer,
  last: Layer,
  parts: SavedParts,
  put: PutPart,
): (layer: Layer) => void {
  const savers = LISTS.map((name) => createListSaver(name, beneath, last, parts, put));
  let { entries, options } = last.source;
  return ({ source }) => {
    if (source.entries !== entries) for (const save of savers) save(source.entries);
    if (source.options !== options) {
      const isSame = source.options === beneath.source.options;
      put(OVERRIDES, isSame ? undefined : JSON.stringify(source.options.overrides ?? {}));
    }
    ({ entries, options } = source);
  };
}

function createListSaver(
  name: ListName,
  beneath: Layer,
  before: Layer,
  parts: SavedParts,
  put: PutPart,
): (entries: Entries) => void {
  const under = beneath.source.entries[name];
  let last = before.source.entries[name];
  let own = findOwn(name, last, parts);
  let lastText = parts.get(name);

  return (entries) => {
    const list = entries[name];
    // Why: a list that was left alone is the same, and its orders need not even be read.
    if (list === last) return;
    last = list;
    const isSame = list === under;
    const known = own;
    own = isSame ? new Map() : numberOwn(read(list), read(under), known);
    for (const [entry, number] of own) {
      if (known.get(entry) !== number) put(entryPart(name, number), formatEntry(entry));
    }
    const taken = new Set(own.values());
    for (const number of known.values()) {
      if (!taken.has(number)) put(entryPart(name, number), undefined);
    }
    const text = isSame ? undefined : JSON.stringify(findRuns(read(list), read(under), own));
    if (text !== lastText) put(name, text);
    lastText = text;
  };
}

type List = readonly Entry<unknown>[];
type Numbers = ReadonlyMap<Entry<unknown>, number>;

const read = (list: Entries[ListName]): List => (typeof list === "function" ? list() : list);

const formatEntry = ({ seed, path, line }: Entry<unknown>) => JSON.stringify({ seed, path, line });

/** Numbers the entries of a list that are not in the one beneath; those that had a number keep it. */
function numberOwn(list: List, beneath: List, known: Numbers): Map<Entry<unknown>, number> {
  const others = findOthers(list, beneath, known);
  const own = new Map<Entry<unknown>, number>();
  const gone = new Set(known.values());
  for (const entry of others) gone.delete(known.get(entry) ?? -1);
  // Why: what takes an entry's place takes its number, so that the runs stay as few as they are.
  const free = [...gone].toSorted((a, b) => b - a);
  let next = [...known.values()].reduce((most, number) => Math.max(most, number + 1), 0);
  for (const entry of others) own.set(entry, known.get(entry) ?? free.pop() ?? next++);
  return own;
}

/** Finds the entries that stand in no list beneath, or not in the order that they have there. */
function findOthers(list: List, beneath: List, known: Numbers): List {
  let places: Map<Entry<unknown>, number> | undefined;
  let next = 0;
  return list.filter((entry) => {
    // Why: nearly all are the next one beneath, or were found to be others before.
    let at: number | undefined = next;
    if (beneath[next] !== entry) {
      if (next === beneath.length || known.has(entry)) return true;
      places ??= new Map(beneath.map((other, place) => [other, place]));
      at = places.get(entry);
    }
    if (at === undefined || at < next) return true;
    next = at + 1;
    return false;
  });
}

function findRuns(list: List, beneath: List, own: Numbers): Run[] {
  const runs: Run[] = [];
  let next = 0;
  for (const entry of list) {
    const number = own.get(entry);
    const place = number ?? beneath.indexOf(entry, next);
    if (number === undefined) next = place + 1;
    const kind = number === undefined ? "same" : "own";
    const run = runs.at(-1);
    if (run && run[0] === kind && run[1] + run[2] === place) run[2]++;
    else runs.push([kind, place, 1]);
  }
  return runs;
}

/** Finds the numbers of a restored list's own entries. */
function findOwn(name: ListName, list: Entries[ListName], parts: SavedParts): Numbers {
  const own = new Map<Entry<unknown>, number>();
  if (!parts.has(name)) return own;
  const entries = read(list);
  let at = 0;
  for (const [kind, first, count] of createPartReader(parts).read(name, RunsSchema)) {
    for (let n = 0; n < count; n++, at++) {
      const entry = entries[at];
      if (kind === "own" && entry) own.set(entry, first + n);
    }
  }
  return own;
}
