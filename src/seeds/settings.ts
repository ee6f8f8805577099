// The settings of all files as one, with the defaults of what nobody sets.
import type { Settings } from "./blueprint.ts";
import { type Diagnostic, errorAt } from "./diagnostic.ts";
import type { Entry } from "./entries.ts";
import { resolveTime } from "./resolve-time.ts";
import type { SettingsSeed } from "./schema.ts";

/** Settings that the command line gives; they win over the seeds'. */
export interface SettingsOverrides {
  /** Unix milliseconds. */
  readonly now?: number;
  readonly frozen?: boolean;
  readonly rateLimit?: Settings["rateLimit"];
}

/** Merges the settings by field. A field that two files set is reported; times count from `now`. */
export function resolveSettings(
  entries: readonly Entry<SettingsSeed>[],
  overrides: SettingsOverrides,
  now: number,
  report: (diagnostic: Diagnostic) => void,
): Settings {
  const owners = new Map<string, Entry<SettingsSeed>>();
  for (const entry of entries) {
    for (const field of Object.keys(entry.seed)) claim(field, entry);
  }
  const seed: SettingsSeed = Object.assign({}, ...entries.map((entry) => entry.seed));
  const clock = owners.get("clock");
  const start = clock && { entry: clock, field: "clock", inner: "now", text: seed.clock?.now };
  const startsAt = start && resolveTime(start, now, report);
  return {
    clock: {
      now: overrides.now ?? startsAt?.ms,
      frozen: overrides.frozen ?? seed.clock?.frozen ?? false,
    },
    rateLimit: overrides.rateLimit ?? seed.rateLimit ?? { capacity: 100, refillPerSecond: 50 },
    rateLimitHeaders: seed.rateLimitHeaders ?? "none",
    listOrder: seed.listOrder ?? "newest",
    errorBody: seed.errorBody ?? "json",
    unknownQuery: seed.unknownQuery ?? "ignore",
  };

  function claim(field: string, entry: Entry<SettingsSeed>) {
    const first = owners.get(field);
    owners.set(field, entry);
    if (first === undefined) return;
    const origin = first.document.origin(first.written, field);
    const message = `setting \`${field}\` is already given at ${origin}`;
    const span = entry.document.locate(entry.written, field, "key");
    report(errorAt(span, "duplicate-name", message));
  }
}
