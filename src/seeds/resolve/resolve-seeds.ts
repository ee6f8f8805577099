// One layer of seeds → its settings and all that refers to each other in it, resolved.
import type { Settings } from "../../model/state.ts";
import type { Entries } from "../read/entries.ts";
import { type Diagnosing, SILENT } from "./diagnosing.ts";
import { type Resolution, resolveEntries } from "./resolve.ts";
import { resolveSettings, type SettingsOverrides } from "./settings.ts";

export interface ResolveOptions {
  /** The system's time in Unix milliseconds; relative times count from it unless a clock is set. */
  readonly now: number;
  readonly overrides?: SettingsOverrides | undefined;
}

export interface ResolvedSeeds extends Resolution {
  readonly settings: Settings;
  /** What they were resolved with. */
  readonly options: ResolveOptions;
}

/** Resolves entries and settings; what is the same in `known` is taken over from there. */
export function resolveSeeds(
  entries: Entries,
  options: ResolveOptions,
  diagnosing: Diagnosing = SILENT,
  known?: Resolution,
): ResolvedSeeds {
  const { now, overrides = {} } = options;
  const settings = resolveSettings(entries.settings, overrides, now, diagnosing.report);
  const start = settings.clock.now ?? now;
  return { ...resolveEntries(entries, start, diagnosing, known), settings, options };
}
