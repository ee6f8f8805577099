// Reads saved seeds, which another version of the program may have written. If an entry does not match its schema, none
// is read.
import * as v from "valibot";
import { CHANGES, COLLECTIONS } from "../model/schema.ts";
import { SettingsSeedSchema } from "../model/settings-schema.ts";
import type { Seeds } from "../seeds/read/entries.ts";

/** A saved entry of a list. */
export const savedEntry = <Schema extends v.GenericSchema>(seed: Schema) =>
  v.strictObject({ seed, path: v.string(), line: v.pipe(v.number(), v.safeInteger()) });

const apiKey = savedEntry(v.strictObject({ apiKey: v.string() }));
const faults = savedEntry(COLLECTIONS.faults);
const settings = savedEntry(SettingsSeedSchema);

const ScenarioSchema = v.strictObject({
  name: v.string(),
  description: v.exactOptional(v.string()),
  extends: v.exactOptional(v.string()),
  changes: v.strictObject({
    apiKey: v.exactOptional(apiKey),
    merchants: v.array(savedEntry(CHANGES.merchants)),
    keys: v.array(savedEntry(CHANGES.keys)),
    products: v.array(savedEntry(CHANGES.products)),
    orders: v.array(savedEntry(CHANGES.orders)),
    faults: v.exactOptional(v.array(faults)),
    settings: v.array(settings),
  }),
});

/** Saved seeds. */
export const SeedsSchema = v.strictObject({
  base: v.strictObject({
    apiKey: v.exactOptional(apiKey),
    merchants: v.array(savedEntry(COLLECTIONS.merchants)),
    keys: v.array(savedEntry(COLLECTIONS.keys)),
    products: v.array(savedEntry(COLLECTIONS.products)),
    orders: v.array(savedEntry(COLLECTIONS.orders)),
    faults: v.array(faults),
    settings: v.array(settings),
  }),
  scenarios: v.array(ScenarioSchema),
});

/** Reads seeds. Undefined if they have another format. */
export function readSeeds(json: string): Seeds | undefined {
  const value = parseJson(json);
  // Why: only checks, and does not copy, so that fields keep their order.
  return v.is(SeedsSchema, value) ? value : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
