// The whole pipe on one page: YAML text → documents → typed entries → references → blueprint, or the
// list of what is wrong. Pure: the files are handed in, and so is the time.
import type { Blueprint } from "./blueprint.ts";
import { createBlueprint } from "./create-blueprint.ts";
import type { Diagnostic, SeedFile } from "./diagnostic.ts";
import { collectEntries } from "./entries.ts";
import { parseYaml } from "./parse.ts";
import { resolveEntries } from "./references.ts";
import { DIGIT_FIELDS } from "./schema.ts";
import { resolveSettings, type SettingsOverrides } from "./settings.ts";
import { findKeylessMerchants } from "./warnings.ts";

export interface LoadOptions {
  readonly files: readonly SeedFile[];
  /** The system's time in Unix milliseconds; relative times count from it unless a clock is set. */
  readonly now: number;
  readonly overrides?: SettingsOverrides;
}

/** A blueprint, or none where a diagnostic is an error. */
export interface Loaded {
  readonly blueprint: Blueprint | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads seed files into a blueprint. Never throws on what the files hold. */
export function loadSeeds({ files, now, overrides = {} }: LoadOptions): Loaded {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);

  const documents = files.map((file) => parseYaml({ file, digitFields: DIGIT_FIELDS, report }));
  const entries = collectEntries(documents, report);
  const settings = resolveSettings(entries.settings, overrides, now, report);
  const resolved = resolveEntries(entries, settings.clock.now ?? now, report);

  if (diagnostics.some(({ severity }) => severity === "error")) {
    return { blueprint: undefined, diagnostics };
  }
  diagnostics.push(...findKeylessMerchants(entries.merchants, resolved.keys));
  // Why: a limit from the command line is for every key, or a test run could still meet a 429.
  const keys = overrides.rateLimit
    ? resolved.keys.map((key) => ({ ...key, rateLimit: undefined }))
    : resolved.keys;
  return { blueprint: createBlueprint({ ...resolved, keys, settings }), diagnostics };
}
