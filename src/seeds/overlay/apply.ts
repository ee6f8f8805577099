// A value in the seed format, applied on top of a layer as a scenario is: what worlds are made with, and what
// changes them while they run. It is checked as a file is, and its mistakes are located by JSON pointer.
import { isMapping } from "../../shared/mapping.ts";
import { formatInstant, parseTime } from "../../shared/times.ts";
import { type Diagnostic, errorAt } from "../diagnostics/diagnostic.ts";
import { createReports } from "../diagnostics/reports.ts";
import { collectScenario, type Draft } from "../read/collect.ts";
import type { Changes, Entry } from "../read/entries.ts";
import { locateName } from "../read/entries.ts";
import { createValueDocument, type ShowPointer } from "../read/value-document.ts";
import { createLayer } from "../resolve/create-layer.ts";
import type { Layer } from "../resolve/layer.ts";
import { cutLayer } from "./cut-layer.ts";
import { applyChanges } from "./merge.ts";

type Report = (diagnostic: Diagnostic) => void;

export interface Overlay {
  /** What is applied, as JSON has it. */
  readonly value: unknown;
  readonly show: ShowPointer;
  /** The time from which relative times of a change count, in Unix milliseconds. */
  readonly now: number;
  /** Whether the world runs, whose clock is set by itself and whose relative times count from now. */
  readonly running: boolean;
}

/** A changed layer, or none if a diagnostic is an error. */
export interface Applied {
  readonly layer: Layer | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Applies an overlay on top of a layer. Never throws on what it holds. */
export function applyOverlay(layer: Layer, { value, show, now, running }: Overlay): Applied {
  const reports = createReports();
  const { report } = reports;
  const draft = collectScenario(createValueDocument(value, show), reports);
  rejectHead(draft, running, report);

  const maker = running ? "a test" : "its world's overlay";
  const { changes: given, failures, refused } = draft;
  const changes = made(running ? fixTimes(given, now) : given, maker);
  const ground = running && limitsRate(changes) ? releaseLimit(layer) : layer;
  const diagnosing = { failures, refused, report, warns: false, now, running };
  const items = applyChanges(ground, changes, { ...diagnosing, maker });
  const changed = createLayer(items, ground.source.overrides, diagnosing, ground);
  return {
    layer: reports.hasErrors() ? undefined : cutLayer(changed),
    diagnostics: reports.list(),
  };
}

/** Rejects what a scenario file may say of itself, but an overlay may not. */
function rejectHead(
  { extends: parent, changes, document }: Draft,
  running: boolean,
  report: Report,
) {
  if (parent !== undefined && isMapping(document.root)) {
    const hint = running
      ? "Leave it out: it changes the world as it is."
      : "Leave it out: `scenario`, beside `seeds`, says what the world is made from.";
    const message = "what changes a world extends no scenario";
    report(errorAt(document.locate(document.root, "extends", "key"), "bad-value", message, hint));
  }
  if (running && changes.apiKey) {
    const hint = "Leave it out: `seeds` of a new world, or a scenario, may name another.";
    const message = "the advertised key of a world that runs can't be changed";
    report(errorAt(locateName(changes.apiKey, "apiKey"), "bad-value", message, hint));
  }
  const clocked = changes.settings.find(({ seed }) => seed.clock !== undefined);
  if (!running || clocked === undefined) return;
  const hint = "Set it by itself, with `clock` of its handle or of the control API.";
  const message = "the clock of a world that runs can't be changed so";
  report(errorAt(locateName(clocked, "clock"), "bad-value", message, hint));
}

/** Gives entries that are in no file an origin. */
function made(changes: Changes, maker: string): Changes {
  const origin = { path: `made by ${maker}`, line: 0 };
  const give = <Seed>(entries: readonly Entry<Seed>[]) =>
    entries.map((entry) => ({ ...entry, ...origin }));
  const { apiKey, merchants, keys, products, orders, faults, settings } = changes;
  return {
    ...(apiKey && { apiKey }),
    merchants: give(merchants),
    keys: give(keys),
    products: give(products),
    orders: give(orders),
    ...(faults && { faults: give(faults) }),
    settings: give(settings),
  };
}

/** Writes relative times as absolute ones, because a running world counts them from now. */
function fixTimes(changes: Changes, now: number): Changes {
  return {
    ...changes,
    keys: changes.keys.map((entry) => fixTime(entry, "expiresAt", now)),
    orders: changes.orders.map((entry) => fixTime(entry, "createdAt", now)),
  };
}

function fixTime<
  Field extends string,
  Seed extends { readonly [Name in Field]?: string | undefined },
>(entry: Entry<Seed>, field: Field, now: number): Entry<Seed> {
  const text = entry.seed[field];
  const time = text?.startsWith("now") ? parseTime(text, now) : undefined;
  return time ? { ...entry, seed: { ...entry.seed, [field]: formatInstant(time) } } : entry;
}

const limitsRate = ({ keys, settings }: Changes) =>
  [...keys, ...settings].some(({ seed }) => seed.rateLimit !== undefined);

/** Writes a limit from the command line as the settings', because it would win over any other. */
function releaseLimit(layer: Layer): Layer {
  const { rateLimit, ...overrides } = layer.source.overrides;
  if (rateLimit === undefined) return layer;
  const keys = layer.source.keys.map(({ entry, thing }) => {
    const { rateLimit: _own, ...seed } = entry.seed;
    return { entry: { ...entry, seed }, thing };
  });
  const settings = [
    ...layer.source.settings,
    { path: "command line", line: 0, seed: { rateLimit } },
  ];
  return createLayer({ ...layer.source, keys, settings }, overrides, undefined, layer);
}
