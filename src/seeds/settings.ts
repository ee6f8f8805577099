// The settings of all files as one, with the defaults of what nobody sets.
import type { Settings } from "./blueprint.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { Entry } from "./entries.ts";
import type { SettingsSeed } from "./schema.ts";
import { parseTime } from "./times.ts";

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
  return {
    clock: {
      now: overrides.now ?? resolveNow(seed.clock?.now),
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
    const origin = first.document.origin(first.written);
    const message = `setting \`${field}\` is already given by the settings at ${origin}`;
    const span = entry.document.locate(entry.written, field, "key");
    report({ severity: "error", code: "duplicate-name", message, span });
  }

  function resolveNow(text: string | undefined): number | undefined {
    const time = text === undefined ? undefined : parseTime(text, now);
    const entry = owners.get("clock");
    const clock = entry && (entry.written as { clock: object }).clock;
    if (text !== undefined && time === undefined && entry && clock) {
      const span = entry.document.locate(clock, "now");
      const message = `\`now\`: there is no such time as ${text}`;
      report({ severity: "error", code: "bad-time", message, span });
    }
    return time?.ms;
  }
}
