// What did not load, so that a reference to it is not reported as a mistake of its own.
import * as v from "valibot";
import { code, slug, token, uuid } from "../format/fields.ts";

export interface Failures {
  /** Adds an entry of a section. */
  add(section: string, written: Readonly<Record<string, unknown>>): void;
  /** Adds a file or a list that can't be read: nobody knows which names it would define. */
  addUnknown(): void;
  /** Whether something of this name may have failed. */
  mayHold(name: string): boolean;
}

// The fields by which other entries refer to one, where they do.
const NAMES: Readonly<Record<string, Readonly<Record<string, v.GenericSchema>>>> = {
  merchants: { slug, id: v.optional(uuid) },
  keys: { key: token },
  products: { publicCode: code, id: v.optional(uuid) },
  // Why: few orders have a name; one without is nothing that others may mean.
  orders: { ref: v.optional(v.string()), id: v.optional(uuid) },
};

/** Makes an empty set of failures. */
export function createFailures(): Failures {
  const names = new Set<unknown>();
  let holdsUnknown = false;
  return {
    add(section, written) {
      for (const [field, schema] of Object.entries(NAMES[section] ?? {})) {
        names.add(written[field]);
        // Why: what it will be called once its name is mended, nobody knows.
        holdsUnknown ||= !v.is(schema, written[field]);
      }
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
