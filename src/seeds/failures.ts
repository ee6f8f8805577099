// What did not load, so that a reference to it is not reported as a mistake of its own.

export interface Failures {
  /** Adds an entry of a section. */
  add(section: string, written: Readonly<Record<string, unknown>>): void;
  /** Adds a file or a list that can't be read: nobody knows which names it would define. */
  addUnknown(): void;
  /** Whether something of this name may have failed. */
  mayHold(name: string): boolean;
}

// The fields by which other entries refer to one, where they do.
const NAMES: Readonly<Record<string, readonly [name: string, id: string]>> = {
  merchants: ["slug", "id"],
  keys: ["key", "key"],
  products: ["publicCode", "id"],
  orders: ["ref", "id"],
};

/** Makes an empty set of failures. */
export function createFailures(): Failures {
  const names = new Set<unknown>();
  let holdsUnknown = false;
  return {
    add(section, written) {
      const [name, id] = NAMES[section] ?? [];
      if (name === undefined || id === undefined) return;
      // Why: few orders have a name; one without is nothing that others may mean.
      if (typeof written[name] !== "string" && section !== "orders") holdsUnknown = true;
      names.add(written[name]).add(written[id]);
    },
    addUnknown() {
      holdsUnknown = true;
    },
    mayHold: (name) => holdsUnknown || names.has(name),
  };
}

/** Joins the failures of several layers, to be asked only. */
export function joinFailures(layers: readonly Failures[]): Pick<Failures, "mayHold"> {
  return { mayHold: (name) => layers.some((layer) => layer.mayHold(name)) };
}
