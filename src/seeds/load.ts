// The whole pipeline: YAML text → documents → typed entries → the base, and every scenario on top of it, resolved
// → a set of seeds, or the list of mistakes. It reads no files and no clock: both are passed in.

import { DIGIT_FIELDS } from "../model/schema.ts";
import { type Diagnostic, isError, type SeedFile } from "./diagnostics/diagnostic.ts";
import { createReports } from "./diagnostics/reports.ts";
import { applyScenario, type SeedSet, summarize } from "./overlay/scenarios.ts";
import { collectBase, collectScenario, type Draft } from "./read/collect.ts";
import type { Document } from "./read/document.ts";
import { forgetPlaces, type Seeds } from "./read/entries.ts";
import { type Failures, joinFailures } from "./read/failures.ts";
import { checkExtends, checkScenarioNames, sortParentsFirst } from "./read/scenarios.ts";
import { createBase } from "./resolve/create-layer.ts";
import { entriesOf, type Layer } from "./resolve/layer.ts";
import type { SettingsOverrides } from "./resolve/settings.ts";
import { createWarnings, findMissing, findOddities } from "./resolve/warnings.ts";
import { parseYaml } from "./yaml/parse.ts";

export interface LoadOptions {
  readonly files: readonly SeedFile[];
  /** The diagnostics of reading the files. */
  readonly diagnostics?: readonly Diagnostic[] | undefined;
  /** The system's time in Unix milliseconds. Relative times are checked as of then. */
  readonly now: number;
  readonly overrides?: SettingsOverrides | undefined;
}

/** The result of loading. There are no seeds if a diagnostic is an error. */
export interface Loaded {
  /** The seeds as plain data. */
  readonly seeds: Seeds | undefined;
  /** The same, resolved, if that is already done. */
  readonly resolved?: SeedSet | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads and checks seed files, including every scenario. It never throws because of their content. */
export function loadSeeds(options: LoadOptions): Loaded {
  const { files, diagnostics: found = [], now, overrides = {} } = options;
  // Why: an unreadable file may define whatever the others refer to.
  if (found.some(isError)) return { seeds: undefined, diagnostics: found };
  const reports = createReports(found);
  const { report, reportFor, hasErrors } = reports;
  const documents = files.map((file) => parseYaml({ file, digitFields: DIGIT_FIELDS, report }));
  const collected = collectBase(documents.filter(isBase), reports);
  const drafts = documents
    .filter((document) => !isBase(document))
    .map((document) => collectScenario(document, reports));
  checkScenarioNames(drafts).forEach(report);
  checkExtends(drafts).forEach(report);

  const base = createBase(collected.entries, overrides, {
    ...collected,
    report,
    createWarnings,
    now,
  });
  if (!hasErrors()) {
    const [firstFile = ""] = documents.filter(isBase).map(({ file }) => file.path);
    findMissing(base, firstFile).forEach(report);
    findOddities(base).forEach(report);
  }
  const checkedBase = { layer: base, failures: collected.failures };
  const checked = new Map<string, Checked>();
  // Why: parents first, so that a mistake in a parent is reported for itself and not for its children.
  for (const draft of sortParentsFirst(drafts)) {
    const beneath = draft.extends === undefined ? checkedBase : checked.get(draft.extends);
    // Why: a parent that does not exist might have defined any name.
    if (beneath === undefined) draft.failures.addUnknown();
    checked.set(draft.name, checkScenario(draft, beneath ?? checkedBase));
  }

  if (hasErrors()) return { seeds: undefined, diagnostics: reports.list() };
  const scenarios = drafts.map(({ document, failures, rejected, ...scenario }) => scenario);
  // Why: the texts of the files would stay in memory.
  for (const entries of [collected.entries, ...scenarios.map(({ changes }) => changes)]) {
    forgetPlaces(Object.values(entries).flat());
  }
  for (const { layer } of [checkedBase, ...checked.values()]) forgetPlaces(entriesOf(layer));
  const seeds = { base: collected.entries, scenarios };
  return {
    seeds,
    resolved: {
      seeds,
      base,
      scenarios: summarize(scenarios),
      ofScenario: (name) => checked.get(name)?.layer,
    },
    diagnostics: reports.list(),
  };

  function checkScenario(draft: Draft, beneath: Checked): Checked {
    const failures = joinFailures(draft.failures, beneath.failures);
    const report = reportFor(draft.name);
    const diagnosing = { failures, rejected: draft.rejected, report, createWarnings, now };
    const layer = applyScenario(beneath.layer, draft, diagnosing);
    if (!hasErrors()) findOddities(layer).forEach(report);
    return { layer, failures };
  }
}

/** What a scenario can be applied on top of. */
interface Checked {
  readonly layer: Layer;
  readonly failures: Failures;
}

const isBase = ({ file }: Document) => file.scenario === undefined;
