// The settings of all layers in one, with the defaults of those that are not set.

import { DEFAULTS } from "../../model/schema.ts";
import type { SettingsSeed } from "../../model/settings-schema.ts";
import type { Settings } from "../../model/state.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Entry } from "../read/entries.ts";
import { resolveTime } from "./times.ts";

/** Settings from the command line. They override those of the seeds. */
export interface SettingsOverrides {
  /** Unix milliseconds. */
  readonly now?: number;
  readonly frozen?: boolean;
  readonly rateLimit?: Settings["rateLimit"];
}

/** Merges settings by field, `clock` by its own fields; the later ones win. Times must exist as of `now`. */
export function resolveSettings(
  entries: readonly Entry<SettingsSeed>[],
  overrides: SettingsOverrides,
  now: number,
  report: (diagnostic: Diagnostic) => void,
): Settings {
  const { clock, ...given } = joinSettings(entries);
  const startsAt = entries.map(readStart).findLast((start) => start !== undefined);
  const fixed = overrides.now === undefined ? undefined : absolute(overrides.now);
  return {
    ...DEFAULTS.settings,
    ...given,
    clock: { now: fixed ?? startsAt, frozen: overrides.frozen ?? clock?.frozen ?? false },
    ...(overrides.rateLimit && { rateLimit: overrides.rateLimit }),
  };

  function readStart(entry: Entry<SettingsSeed>) {
    const text = entry.seed.clock?.now;
    return resolveTime({ entry, field: "clock", inner: "now", text }, now, report);
  }
}

/** Joins settings; the later ones win. */
export function joinSettings(entries: readonly Entry<SettingsSeed>[]): SettingsSeed {
  const seeds = entries.map(({ seed }) => seed);
  const clock = Object.assign({}, ...seeds.map((seed) => seed.clock));
  const hasClock = seeds.some((seed) => seed.clock !== undefined);
  return { ...Object.assign({}, ...seeds), ...(hasClock && { clock }) };
}

const absolute = (ms: number) => ({ ms, fraction: "", relative: false });
