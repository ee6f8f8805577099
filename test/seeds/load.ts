// Seeds as text → what they load to, at a time that never changes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Order } from "../../src/contract/endpoints/orders.ts";
import { describeOrder } from "../../src/model/lists.ts";
import { formatDiagnostics } from "../../src/seeds/diagnostics/diagnostic.ts";
import { type Loaded, loadSeeds } from "../../src/seeds/load.ts";
import type { SeedSet } from "../../src/seeds/overlay/scenarios.ts";
import type { Layer } from "../../src/seeds/resolve/layer.ts";
import type { SettingsOverrides } from "../../src/seeds/resolve/settings.ts";
import { instantAt } from "../../src/shared/times.ts";
import { expiryOf } from "../../src/world/keys.ts";
import { createWorld } from "../../src/world/world.ts";

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
): SeedSet {
  const { resolved, diagnostics } = load(texts, overrides);
  if (resolved === undefined) throw new Error(formatDiagnostics(diagnostics));
  return resolved;
}

/** What a layer is to a world that starts on it now: its times are absolute. */
export function see(layer: Layer) {
  const world = createWorld("seen", layer, () => NOW);
  const { start } = world;
  const { merchants, products, faults, orderCount, settings } = layer;
  const { clock } = settings;
  return {
    merchants,
    products,
    faults,
    orderCount,
    settings: { ...settings, clock: { ...clock, now: clock.now && instantAt(clock.now, NOW).ms } },
    keys: new Map(
      Array.from(layer.keys, ([token, key]) => [
        token,
        { ...key, expiresAt: expiryOf(key, start) },
      ]),
    ),
    orders: layer.orders.map((order) => describeOrder(order, start)),
    listProducts: world.listProducts,
    listOrders: world.listOrders,
  };
}
export type Seen = ReturnType<typeof see>;

/** Loads the base of seeds without an error, as a world sees it. */
export function loadFine(...given: Parameters<typeof loadAll>): Seen {
  return see(loadAll(...given).base);
}

/** The orders that the merchant `acme` is answered. */
export function listOrders(seen: Seen): readonly Order[] {
  const merchant = seen.merchants.find(({ slug }) => slug === "acme");
  return merchant ? seen.listOrders(merchant).items : [];
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
