// Seeds as text → what they load to, at a time that never changes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Order } from "../../src/contract/schemas.ts";
import type { Blueprint } from "../../src/model/state.ts";
import { formatDiagnostics } from "../../src/seeds/diagnostics/diagnostic.ts";
import { type Loaded, loadSeeds } from "../../src/seeds/load.ts";
import { type Blueprints, createBlueprints } from "../../src/seeds/overlay/scenarios.ts";
import type { SettingsOverrides } from "../../src/seeds/resolve/settings.ts";

// Why: a property that fails must fail again, on every machine.
fc.configureGlobal({ seed: 20_261_017 });

/** When every test loads its seeds. */
export const NOW = Date.parse("2026-10-17T09:00:00Z");

const SEEDS = join(import.meta.dir, "../../seeds");

/** The texts of the seeds directory by their paths in it. */
export const EMBEDDED_TEXTS: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(SEEDS, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".yaml"))
    .map((path) => [path, readFileSync(join(SEEDS, path), "utf8")]),
);

/** One merchant with one product. */
export const SHOP = `
merchants: [{ slug: acme }]
products: [{ publicCode: ATLAS-1, merchant: acme, currency: EUR }]
`;

/** Loads texts by their paths, or a single one; those below `scenarios/` are scenarios. */
export function load(
  texts: string | Readonly<Record<string, string>>,
  overrides: SettingsOverrides = {},
  now = NOW,
): Loaded {
  const byPath = typeof texts === "string" ? { "seeds.yaml": texts } : texts;
  const files = Object.entries(byPath).map(([path, text]) => {
    const scenario = /^scenarios\/(.*)\.ya?ml$/.exec(path)?.[1];
    return { path, text, ...(scenario !== undefined && { scenario }) };
  });
  return loadSeeds({ files, now, overrides });
}

/** Loads seeds without an error, with their scenarios. */
export function loadAll(
  texts: Parameters<typeof load>[0],
  overrides: SettingsOverrides = {},
): Blueprints {
  const { seeds, diagnostics } = load(texts, overrides);
  if (seeds === undefined) throw new Error(formatDiagnostics(diagnostics));
  return createBlueprints(seeds, { now: NOW, overrides });
}

/** Loads the base of seeds without an error. */
export function loadFine(...given: Parameters<typeof loadAll>): Blueprint {
  return loadAll(...given).base;
}

/** The orders that the merchant `acme` is answered. */
export function listOrders(blueprint: Blueprint): readonly Order[] {
  const merchant = blueprint.merchants.find(({ slug }) => slug === "acme");
  return merchant ? blueprint.listOrders(merchant).items : [];
}

/** The id of an order by its number in a family, which is called by a UUID. */
export function orderId(number: number, family: string): string {
  const end = BigInt(`0x${family.slice(24)}`) + BigInt(number) * 0x9e3779b97f4bn;
  return family.slice(0, 24) + (end % 2n ** 48n).toString(16).padStart(12, "0");
}

/** What is wrong with seeds: the code, the place and the message of each error. */
export function problems(...given: Parameters<typeof load>): string[] {
  return headlines("error", ...given);
}

/** What is odd in seeds: the same of each warning. */
export function oddities(...given: Parameters<typeof load>): string[] {
  return headlines("warning", ...given);
}

function headlines(severity: "error" | "warning", ...given: Parameters<typeof load>): string[] {
  const diagnostics = load(...given).diagnostics.filter((found) => found.severity === severity);
  if (diagnostics.length === 0) return [];
  const lines = formatDiagnostics(diagnostics, 1_000).split("\n");
  return lines.filter((line) => /^\S.* (?:error|warning): .* \[[\w-]+\]$/.test(line));
}
