// The whole pipe on one page: YAML text → documents → typed entries → every scenario laid over the base
// and resolved → a set of seeds, or the list of what is wrong. Pure: the files are handed in, and so is
// the time. What comes out is plain data; blueprints are made from it elsewhere.
import { type Diagnostic, isError, quote, type SeedFile } from "./diagnostics/diagnostic.ts";
import { DIGIT_FIELDS } from "./format/schema.ts";
import { applyChanges } from "./overlay/merge.ts";
import { collectBase, collectScenario, type Draft } from "./read/collect.ts";
import { cutEntries, cutScenario } from "./read/cut-entries.ts";
import type { Entries, Seeds } from "./read/entries.ts";
import { type Failures, joinFailures } from "./read/failures.ts";
import { checkExtends, checkScenarioNames, sortParentsFirst } from "./read/scenarios.ts";
import { resolveSeeds } from "./resolve/resolve-seeds.ts";
import type { SettingsOverrides } from "./resolve/settings.ts";
import { findKeylessMerchants } from "./resolve/warnings.ts";
import { type Document, parseYaml } from "./yaml/parse.ts";

export interface LoadOptions {
  readonly files: readonly SeedFile[];
  /** The system's time in Unix milliseconds; relative times count from it unless a clock is set. */
  readonly now: number;
  readonly overrides?: SettingsOverrides | undefined;
}

/** A set of seeds, or none where a diagnostic is an error. */
export interface Loaded {
  readonly seeds: Seeds | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads seed files and checks them, every scenario included. Never throws on what the files hold. */
export function loadSeeds({ files, now, overrides = {} }: LoadOptions): Loaded {
  const { diagnostics, report, reportFor, hasErrors } = createReports();
  const documents = files.map((file) => parseYaml({ file, digitFields: DIGIT_FIELDS, report }));
  const base = collectBase(documents.filter(isBase), report);
  const drafts = documents
    .filter((document) => !isBase(document))
    .map((document) => collectScenario(document, report));
  checkScenarioNames(drafts).forEach(report);
  checkExtends(drafts).forEach(report);

  const options = { now, overrides };
  const known = resolveSeeds(base.entries, options, { ...base, report, warns: true });
  if (!hasErrors()) findKeylessMerchants(base.entries.merchants, known.keys).forEach(report);
  // Why: a parent first, so that what is wrong in it is told of itself and not of its children.
  const layers = new Map<string | undefined, Layer>([[undefined, base]]);
  const parents = new Set(drafts.map((draft) => draft.extends));
  for (const draft of sortParentsFirst(drafts)) {
    const layer = check(draft);
    if (parents.has(draft.name)) layers.set(draft.name, layer);
  }

  if (hasErrors()) return { seeds: undefined, diagnostics };
  const seeds = { base: cutEntries(base.entries), scenarios: drafts.map(cutScenario) };
  return { seeds, diagnostics };

  function check({ name, extends: parent, changes, failures: own, refused }: Draft): Layer {
    const beneath = layers.get(parent) ?? base;
    if (!layers.has(parent)) own.addUnknown();
    const failures = { ...own, mayHold: joinFailures([beneath.failures, own]).mayHold };
    const diagnosing = { failures, refused, report: reportFor(name), warns: true };
    const entries = applyChanges(beneath.entries, changes, diagnosing);
    const { keys } = resolveSeeds(entries, options, diagnosing, known);
    if (!hasErrors()) findKeylessMerchants(entries.merchants, keys).forEach(diagnosing.report);
    return { entries, failures };
  }
}

/** What a scenario can be laid over. */
interface Layer {
  readonly entries: Entries;
  readonly failures: Failures;
}

const isBase = ({ file }: Document) => file.scenario === undefined;

/** Collects diagnostics, each once, however many scenarios share the entry that it is about. */
function createReports() {
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();

  function report(diagnostic: Diagnostic, suffix = ""): void {
    const { span, code, message } = diagnostic;
    const identity = `${span.file.path}:${span.start}:${code}:${message}`;
    if (seen.has(identity)) return;
    seen.add(identity);
    diagnostics.push({ ...diagnostic, message: message + suffix });
  }

  const reportFor = (scenario: string) => (diagnostic: Diagnostic) => {
    if (diagnostic.span.file.scenario === scenario) return report(diagnostic);
    // Why: of what others wrote, only what this scenario breaks is its business.
    if (diagnostic.severity === "error") report(diagnostic, `, in scenario ${quote(scenario)}`);
  };
  return {
    diagnostics,
    report: (diagnostic: Diagnostic) => report(diagnostic),
    reportFor,
    hasErrors: () => diagnostics.some(isError),
  };
}
