// What makes room for a limit that is asked for while a sandbox runs, where the command line gave one.
import type { Layer } from "../../seeds/resolve/layer.ts";
import type { Ground } from "./overlay.ts";

/** Writes a limit from the command line as the settings', for it would win over any other. */
export function freeLimits({ source: { entries, options } }: Layer): Ground {
  const { rateLimit, ...overrides } = options.overrides ?? {};
  if (rateLimit === undefined) return {};
  const settings = { path: "command line", line: 1, seed: { rateLimit } };
  const keys = entries.keys.map(({ seed: { rateLimit: _own, ...seed }, ...entry }) => ({
    ...entry,
    seed,
  }));
  return {
    entries: { ...entries, keys, settings: [...entries.settings, settings] },
    options: { ...options, overrides },
  };
}
