// The starter files of a seeds directory: the texts of the embedded seeds, each with a comment that tells editors the
// JSON Schema. Imported only when their text is needed.
import keys from "../../../seeds/keys.yaml" with { type: "text" };
import merchants from "../../../seeds/merchants.yaml" with { type: "text" };
import orders from "../../../seeds/orders.yaml" with { type: "text" };
import products from "../../../seeds/products.yaml" with { type: "text" };
import emptyCatalog from "../../../seeds/scenarios/empty-catalog.yaml" with { type: "text" };
import expiredKey from "../../../seeds/scenarios/expired-key.yaml" with { type: "text" };
import flaky from "../../../seeds/scenarios/flaky.yaml" with { type: "text" };
import frozenClock from "../../../seeds/scenarios/frozen-clock.yaml" with { type: "text" };
import gatewayErrors from "../../../seeds/scenarios/gateway-errors.yaml" with { type: "text" };
import hugeAmounts from "../../../seeds/scenarios/huge-amounts.yaml" with { type: "text" };
import missingScope from "../../../seeds/scenarios/missing-scope.yaml" with { type: "text" };
import moreThanFiftyOrders from "../../../seeds/scenarios/more-than-fifty-orders.yaml" with {
  type: "text",
};
import rateLimited from "../../../seeds/scenarios/rate-limited.yaml" with { type: "text" };
import refunds from "../../../seeds/scenarios/refunds.yaml" with { type: "text" };
import revokedKey from "../../../seeds/scenarios/revoked-key.yaml" with { type: "text" };
import sandboxClosed from "../../../seeds/scenarios/sandbox-closed.yaml" with { type: "text" };
import shuffledLists from "../../../seeds/scenarios/shuffled-lists.yaml" with { type: "text" };
import slow from "../../../seeds/scenarios/slow.yaml" with { type: "text" };
import unpublishedProduct from "../../../seeds/scenarios/unpublished-product.yaml" with {
  type: "text",
};
import settings from "../../../seeds/settings.yaml" with { type: "text" };
import type { SeedFile } from "../diagnostics/diagnostic.ts";
import { formatJsonSchema, SCENARIO_SCHEMA, SEEDS_SCHEMA, withModeline } from "./json-schema.ts";

// Why: in this order, so that the first files load even if writing the others fails.
const SEEDS: Readonly<Record<string, string>> = { merchants, keys, products, orders, settings };
const SCENARIOS: Readonly<Record<string, string>> = {
  "empty-catalog": emptyCatalog,
  "expired-key": expiredKey,
  flaky,
  "frozen-clock": frozenClock,
  "gateway-errors": gatewayErrors,
  "huge-amounts": hugeAmounts,
  "missing-scope": missingScope,
  "more-than-fifty-orders": moreThanFiftyOrders,
  "rate-limited": rateLimited,
  refunds,
  "revoked-key": revokedKey,
  "sandbox-closed": sandboxClosed,
  "shuffled-lists": shuffledLists,
  slow,
  "unpublished-product": unpublishedProduct,
};

/** The embedded seeds as the files that they were made of, by their paths within a seeds directory. */
export function createSeedFiles(): SeedFile[] {
  const seeds = Object.entries(SEEDS).map(([name, text]) => ({ path: `${name}.yaml`, text }));
  const scenarios = Object.entries(SCENARIOS).map(([scenario, text]) => ({
    path: `scenarios/${scenario}.yaml`,
    text,
    scenario,
  }));
  return [...seeds, ...scenarios];
}

/** Creates the starter files, with paths relative to the directory. */
export function createStarterFiles(): SeedFile[] {
  const seeds = createSeedFiles().map(({ path, text, scenario }) => {
    const schema = scenario === undefined ? SEEDS_SCHEMA : `../${SCENARIO_SCHEMA}`;
    return { path, text: withModeline(schema, text) };
  });
  return [
    { path: SEEDS_SCHEMA, text: formatJsonSchema("seeds") },
    { path: SCENARIO_SCHEMA, text: formatJsonSchema("scenario") },
    ...seeds,
  ];
}
