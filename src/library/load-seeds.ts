// The entry point `merchant-sandbox/seeds`: YAML text in, seeds or every mistake out.
import { type Loaded, loadSeeds as load, type LoadOptions as TimedOptions } from "../seeds/load.ts";
import { systemTime } from "../world/clock.ts";

export type {
  Diagnostic,
  DiagnosticCode,
  SeedFile,
  Span,
} from "../seeds/diagnostics/diagnostic.ts";
export type { Loaded };

export interface LoadOptions extends Omit<TimedOptions, "now"> {
  /** Unix milliseconds. Relative times are checked as of then. Default: now. */
  readonly now?: number | undefined;
}

/** Loads and checks seed files, including every scenario. It never throws because of their content. */
export function loadSeeds(options: LoadOptions): Loaded {
  const { now = systemTime() } = options;
  return load({ ...options, now });
}
