// The names of entries that failed, so that a reference to one is not reported as a second mistake.
import * as v from "valibot";
import { code, slug, token, uuid } from "../../model/fields.ts";

export interface Failures {
  /** Adds an entry of a section. */
  add(section: string, written: Readonly<Record<string, unknown>>): void;
  /** Adds a file or list that can't be read, and may define any name. */
  addUnknown(): void;
  /** Whether an entry of this name may have failed. */
  mayHold(name: string): boolean;
}

// The fields by which other entries refer to an entry.
const NAMES: Readonly<Record<string, Readonly<Record<string, v.GenericSchema>>>> = {
  merchants: { slug, id: v.optional(uuid) },
  keys: { key: token },
  products: { publicCode: code, id: v.optional(uuid) },
  // Why: an order needs no name, and without one nothing refers to it.
  orders: { ref: v.optional(v.string()), id: v.optional(uuid) },
};

/** Creates an empty set of failures. */
export function createFailures(): Failures {
  const names = new Set<unknown>();
  let holdsUnknown = false;
  return {
    add(section, written) {
      for (const [field, schema] of Object.entries(NAMES[section] ?? {})) {
        names.add(written[field]);
        // Why: its name after the fix is not known.
        holdsUnknown ||= !v.is(schema, written[field]);
      }
    },
    addUnknown() {
      holdsUnknown = true;
    },
    mayHold: (name) => holdsUnknown || names.has(name),
  };
}

/** The failures of a scenario together with those of the layer beneath it. */
export function joinFailures(own: Failures, beneath: Failures): Failures {
  return { ...own, mayHold: (name) => own.mayHold(name) || beneath.mayHold(name) };
}
