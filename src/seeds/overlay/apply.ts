// Applies a value in the seed format on top of a layer, as a scenario is applied: worlds are created and changed in
// this way. The value is checked like a file, and its mistakes are located by JSON pointer.
import { isMapping } from "../../shared/mapping.ts";
import { formatInstant, parseTime } from "../../shared/times.ts";
import { type Diagnostic, errorAt } from "../diagnostics/diagnostic.ts";
import { createReports } from "../diagnostics/reports.ts";
import { collectScenario, type Draft } from "../read/collect.ts";
import type { Changes, Entry } from "../read/entries.ts";
import { forgetPlaces, locateName } from "../read/entries.ts";
import { createValueDocument, type ShowPointer } from "../read/value-document.ts";
import { createLayer } from "../resolve/create-layer.ts";
import { entriesOf, type Layer } from "../resolve/layer.ts";
import { joinSettings } from "../resolve/settings.ts";
import { applyChanges } from "./merge.ts";

type Report = (diagnostic: Diagnostic) => void;

export interface Overlay {
  /** The overlay as a JSON value. */
  readonly value: unknown;
  readonly show: ShowPointer;
  /** The time that relative times of a change are relative to, in Unix milliseconds. */
  readonly now: number;
  /** Whether the world is running: then relative times count from now, and its clock is not part of the seeds. */
  readonly running: boolean;
}

/** A changed layer, or none if a diagnostic is an error. */
export interface Applied {
  readonly layer: Layer | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Applies an overlay on top of a layer. Never throws because of its content. */
export function applyOverlay(layer: Layer, { value, show, now, running }: Overlay): Applied {
  const reports = createReports();
  const { report } = reports;
  const maker = running ? "a test" : "its world's overlay";
  const document = createValueDocument(value, { show, maker: `made by ${maker}` });
  const draft = collectScenario(document, reports);
  rejectHead(draft, running, report);

  const { changes: given, failures, rejected } = draft;
  const changes = running ? fixTimes(given, now) : given;
  const ground = running && limitsRate(changes) ? releaseLimit(layer) : layer;
  const diagnosing = { failures, rejected, report, now, running, maker };
  const items = applyChanges(ground, changes, diagnosing);
  const changed = createLayer(items, ground.source.overrides, diagnosing, ground);
  forgetPlaces([...entriesOf(changed), ...changed.source.settings]);
  return {
    layer: reports.hasErrors() ? undefined : withOneSetting(changed),
    diagnostics: reports.list(),
  };
}

/** Joins the settings of a layer, so that the thousandth change of a world takes no more room than the first. */
function withOneSetting(layer: Layer): Layer {
  const { settings } = layer.source;
  const last = settings.at(-1);
  if (last === undefined || settings.length === 1) return layer;
  const seed = joinSettings(settings);
  return { ...layer, source: { ...layer.source, settings: [{ ...last, seed }] } };
}

/** Rejects fields that a scenario file may have, but an overlay may not. */
function rejectHead(
  { extends: parent, changes, document }: Draft,
  running: boolean,
  report: Report,
) {
  if (parent !== undefined && isMapping(document.root)) {
    const hint = running
      ? "Remove it: a change applies to the world as it is."
      : "Remove it: use `scenario`, next to `seeds`, to name the scenario to start from.";
    const message = "`extends` is for scenario files only";
    report(errorAt(document.locate(document.root, "extends", "key"), "bad-value", message, hint));
  }
  if (running && changes.apiKey) {
    const hint = "Remove it: only the `seeds` of a new world, or a scenario, can name another key.";
    const message = "the default key of a running world can't be changed";
    report(errorAt(locateName(changes.apiKey, "apiKey"), "bad-value", message, hint));
  }
  const clocked = changes.settings.find(({ seed }) => seed.clock !== undefined);
  if (!running || clocked === undefined) return;
  const hint = "Use `clock` of the world's handle or of the control API.";
  const message = "seeds can't change the clock of a running world";
  report(errorAt(locateName(clocked, "clock"), "bad-value", message, hint));
}

/** Makes relative times absolute, because a change of a running world counts them from now. */
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

/** Turns a rate limit from the command line into one of the settings, because it would override any other. */
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
