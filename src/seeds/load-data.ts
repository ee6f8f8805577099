// Seeds that are a value of a program, loaded as one file of the base would be, without the YAML parser.

import type { SeedData } from "../model/schema.ts";
import { createReports } from "./diagnostics/reports.ts";
import type { Loaded, LoadOptions } from "./load.ts";
import { collectBase } from "./read/collect.ts";
import { forgetPlaces } from "./read/entries.ts";
import { createValueDocument } from "./read/value-document.ts";
import { createBase } from "./resolve/create-layer.ts";
import { createWarnings, findMissing, findOddities } from "./resolve/warnings.ts";

const FILE = { path: "seeds", text: "" };

/** Loads and checks seeds that are a value. It never throws because of their content. */
export function loadData(
  data: SeedData,
  { now, overrides = {} }: Pick<LoadOptions, "now" | "overrides">,
): Loaded {
  const reports = createReports();
  const { report, list, hasErrors } = reports;
  const base = collectBase([createValueDocument(data, { file: FILE })], reports);
  const layer = createBase(base.entries, overrides, { ...base, report, createWarnings, now });
  if (hasErrors()) return { seeds: undefined, diagnostics: list() };
  for (const warning of [...findMissing(layer, FILE.path), ...findOddities(layer)]) report(warning);
  forgetPlaces(Object.values(base.entries).flat());
  return { seeds: { base: base.entries, scenarios: [] }, diagnostics: list() };
}
