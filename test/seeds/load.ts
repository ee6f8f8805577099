// Seeds as text → what they load to, at a time that never changes.
import fc from "fast-check";
import type { Order } from "../../src/contract/order.ts";
import type { Blueprint } from "../../src/seeds/blueprint.ts";
import { formatDiagnostics } from "../../src/seeds/diagnostic.ts";
import { type Loaded, loadSeeds } from "../../src/seeds/load.ts";
import type { SettingsOverrides } from "../../src/seeds/settings.ts";

// Why: a property that fails must fail again, on every machine.
fc.configureGlobal({ seed: 20_261_017 });

/** When every test loads its seeds. */
export const NOW = Date.parse("2026-10-17T09:00:00Z");

/** One merchant with one product. */
export const SHOP = `
merchants: [{ slug: acme }]
products: [{ publicCode: ATLAS-1, merchant: acme, currency: EUR }]
`;

/** Loads texts by their paths, or a single one. */
export function load(
  texts: string | Readonly<Record<string, string>>,
  overrides: SettingsOverrides = {},
): Loaded {
  const byPath = typeof texts === "string" ? { "seeds.yaml": texts } : texts;
  const files = Object.entries(byPath).map(([path, text]) => ({ path, text }));
  return loadSeeds({ files, now: NOW, overrides });
}

/** Loads seeds without an error. */
export function loadFine(...given: Parameters<typeof load>): Blueprint {
  const { blueprint, diagnostics } = load(...given);
  if (blueprint === undefined) {
    throw new Error(formatDiagnostics(diagnostics));
  }
  return blueprint;
}

/** The orders that the merchant `acme` is answered. */
export function listOrders(blueprint: Blueprint): readonly Order[] {
  const merchant = blueprint.merchants.find(({ slug }) => slug === "acme");
  return merchant ? blueprint.listOrders(merchant).items : [];
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
