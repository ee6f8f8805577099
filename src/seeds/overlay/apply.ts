// A value in the seed format, laid over a blueprint as a scenario is: what the control API and tests
// change a world by. Reads it with the same eyes as a file, so that mistakes are shown alike.
import { isMapping } from "../../shared/mapping.ts";
import { formatInstant, parseTime } from "../../shared/times.ts";
import { type Diagnostic, errorAt, isError } from "../diagnostics/diagnostic.ts";
import type { SettingsSeed } from "../format/schema.ts";
import { collectScenario, type Draft } from "../read/collect.ts";
import { cutChanged, cutChanges } from "../read/cut-entries.ts";
import { type Changes, type Entries, type Entry, locateName } from "../read/entries.ts";
import { createLayerOver, type Layer } from "../resolve/layer.ts";
import { type ResolvedSeeds, type ResolveOptions, resolveSeeds } from "../resolve/resolve-seeds.ts";
import { resolveTime, type TimeField } from "../resolve/times.ts";
import { writeOverlay } from "../write/write-overlay.ts";
import { parseYaml } from "../yaml/parse.ts";
import { applyChanges } from "./merge.ts";

type Report = (diagnostic: Diagnostic) => void;

// Why: a number was one of JavaScript before it was written, and its digits may not be those that were meant.
const NONE: ReadonlySet<string> = new Set();

export interface LayerChange {
  readonly layer: Layer;
  /** What it is laid over, if not the layer's entries: others that say the same. */
  readonly entries?: Entries;
  /** What it is resolved with, if not as the layer was. */
  readonly options?: ResolveOptions;
  /** What is laid over it, as JSON has it. */
  readonly overlay: unknown;
  /** What stands for the file in messages. */
  readonly path: string;
  /** The time from which the overlay's relative times count, in Unix milliseconds. */
  readonly now: number;
  /** Whether it is of a world that runs, whose clock is no matter of its seeds any more. */
  readonly runs: boolean;
}

/** A changed layer, or none where a diagnostic is an error. */
export interface Changed {
  readonly layer: Layer | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Lays a value over a layer. Never throws on what it holds. */
export function changeLayer({ layer, overlay, path, now, runs, ...ground }: LayerChange): Changed {
  const { entries = layer.source.entries, options = layer.source.options } = ground;
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  // Why: as text, for a mistake is shown in its place.
  const file = { path, text: writeOverlay(overlay), scenario: path };
  const draft = collectScenario(parseYaml({ file, digitFields: NONE, report }), report);
  refuseExtends(draft, runs, report);

  const settings = draft.changes.settings.map((entry) => settleClock(entry, now, report));
  const clocked = settings.find(({ seed }) => seed.clock !== undefined);
  if (runs && clocked) {
    const hint = "Set it by itself, with `clock` of its handle or of the control API.";
    const message = "the clock of a world that runs can't be changed so";
    report(errorAt(locateName(clocked, "clock"), "bad-value", message, hint));
  }
  const since = runs ? now : startOf(clocked);
  const changes = settle({ ...draft.changes, settings }, since, report);
  const read = diagnostics.length;
  const told = new Set(diagnostics.map(wordOf));
  const maker = runs ? "a test" : "its world's overlay";
  const resolved = lay(cutChanges(changes, maker), false);
  if (!diagnostics.some(isError)) return { layer: createLayerOver(layer, resolved), diagnostics };
  // Why: once more with the texts at hand, which say where; what is served must not hold on to them.
  diagnostics.length = read;
  lay(changes, true);
  return { layer: undefined, diagnostics };

  function lay(given: Changes, warns: boolean): ResolvedSeeds {
    const { refused } = draft;
    // Why: what fails here must not be excused as one that failed before, once it is told with its place.
    const failures = warns ? draft.failures : { ...draft.failures, add() {}, addUnknown() {} };
    // Why: a time that is none here is none where it is resolved, either.
    const reportNew: Report = (diagnostic) => {
      if (!told.has(wordOf(diagnostic))) report(diagnostic);
    };
    const diagnosing = { failures, refused, report: reportNew, warns };
    const laid = applyChanges(entries, given, diagnosing);
    const kept = warns ? laid : cutChanged(laid, entries, maker);
    return resolveSeeds(kept, options, diagnosing, layer.source);
  }

  /** When a world over this starts. */
  function startOf(given: Entry<SettingsSeed> | undefined): number {
    const time = parseTime(given?.seed.clock?.now ?? "", now);
    return options.overrides?.now ?? time?.ms ?? layer.settings.clock.now ?? now;
  }
}

function refuseExtends({ extends: parent, document }: Draft, runs: boolean, report: Report) {
  if (parent === undefined || !isMapping(document.root)) return;
  const hint = runs
    ? "Leave it out: it is laid over the world as it is."
    : "Leave it out: `scenario`, beside `seeds`, says what the world is made from.";
  const message = "what is laid over a world extends no scenario";
  report(errorAt(document.locate(document.root, "extends", "key"), "bad-value", message, hint));
}

const wordOf = ({ span, message }: Diagnostic) => `${span.start} ${message}`;

/** Writes relative times as absolute ones: later, they would count from another moment. */
function settle(changes: Changes, now: number, report: Report): Changes {
  return {
    ...changes,
    keys: changes.keys.map((entry) => settleField(entry, "expiresAt", now, report)),
    orders: changes.orders.map((entry) => settleField(entry, "createdAt", now, report)),
  };
}

function settleField<
  Field extends string,
  Seed extends { readonly [Name in Field]?: string | undefined },
>(entry: Entry<Seed>, field: Field, now: number, report: Report): Entry<Seed> {
  const time = settleTime({ entry, field, text: entry.seed[field] }, now, report);
  return time === undefined ? entry : { ...entry, seed: { ...entry.seed, [field]: time } };
}

function settleClock(entry: Entry<SettingsSeed>, now: number, report: Report): Entry<SettingsSeed> {
  const { clock } = entry.seed;
  const given = { entry, field: "clock", inner: "now", text: clock?.now };
  const time = settleTime(given, now, report);
  if (time === undefined) return entry;
  return { ...entry, seed: { ...entry.seed, clock: { ...clock, now: time } } };
}

function settleTime(given: TimeField, now: number, report: Report): string | undefined {
  const time = given.text?.startsWith("now") ? resolveTime(given, now, report) : undefined;
  return time && formatInstant(time);
}
