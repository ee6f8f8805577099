// One sample of each common change to the project, as edits of the files in src/ that it needs.

/** Edits by path: the whole text of a new file, or replacements. In a replacement, `$&` is the text that it replaces. */
type Edits = Readonly<
  Record<string, string | readonly (readonly [anchor: string, text: string])[]>
>;

const endpoint: Edits = {
  "contract/endpoints/<name>.ts": `// GET …/refunds: the ids of refunded orders.
import * as v from "valibot";
import { type EndpointDescription, PREFIX } from "../endpoint.ts";

export const RefundsSchema = v.array(v.string());

export const REFUNDS = {
  name: "refunds",
  section: "4.5",
  method: "GET",
  path: \`\${PREFIX}/refunds\`,
  scope: undefined,
  success: 200,
  operationId: "listRefunds",
  summary: "List refunds",
  description: "The ids of refunded orders.",
  schemas: {},
  response: {
    schema: RefundsSchema,
    description: "The ids.",
    examples: { none: { summary: "No refunds", value: [] } },
  },
} as const satisfies EndpointDescription;
`,
  "contract/endpoints.ts": [
    ["import { PRODUCTS }", 'import { REFUNDS } from "./endpoints/refunds.ts";\n$&'],
    ["  ping: PING,", "$&\n  refunds: REFUNDS,"],
  ],
  "api/<name>.ts": `// GET …/refunds.
import { type Call, keyOf } from "./call.ts";

export function listRefunds(call: Call): string {
  const { merchant } = keyOf(call);
  const refunded = call.world.state.orders.filter(
    ({ product, refundedMinor }) => product.merchant === merchant && refundedMinor !== "0",
  );
  return JSON.stringify(refunded.map(({ id }) => id));
}
`,
  "api/app.ts": [
    ["import { ping }", 'import { listRefunds } from "./refunds.ts";\n$&'],
    ["  products: listProducts,", "$&\n  refunds: listRefunds,"],
  ],
};

const field: Edits = {
  "model/schema.ts": [
    [
      "  priceMinor: optional(",
      '  weight: optional(text("a weight, as text"), "Its weight, like 300 g."),\n$&',
    ],
  ],
  "world/views.ts": [["    priceMinor: v.pipe(", "    weight: v.nullable(v.string()),\n$&"]],
};

const operation: Edits = {
  "world/changes/<resource>.ts": [
    [
      "/** Adds a product.",
      `export function withdrawProducts(world: World): CatalogProduct[] {
  const all = [...world.state.products.values()];
  const products = all.map(({ publicCode }) => ({ publicCode, status: "DRAFT" }));
  return [...changeWorld(world, { products }).products.values()];
}

$&`,
    ],
  ],
  "control/<resource>.ts": [
    ["  addProduct,", "$&\n  withdrawProducts,"],
    [
      "export const PRODUCT_OPERATIONS = [",
      `$&
  defineOperation({
    name: "withdrawProducts",
    method: "post",
    path: "/worlds/:world/products/withdraw",
    summary: "Withdraw all products",
    response: ["Product"],
    run: ({ world }) => withdrawProducts(world()).map(viewProduct),
  }),`,
    ],
  ],
  "client/world-handle.ts": [
    ["  readonly products: {", "$&\n    withdraw(): ProductView[];"],
    [
      "    products: {\n",
      '$&      withdraw: () => call("POST /worlds/:world/products/withdraw"),\n',
    ],
  ],
};

const flag: Edits = {
  "cli/commands/serve/options.ts": [
    [
      "  freeze: {",
      `  "list-order": {
    value: "ORDER",
    schema: () => v.picklist(["newest", "oldest"], "newest or oldest"),
    help: "the order of lists",
  },
$&`,
    ],
    [
      "...(options.freeze &&",
      '...(options["list-order"] && { listOrder: options["list-order"] }),\n    $&',
    ],
    ['  frozen: "freeze",', '$&\n  listOrder: "list-order",'],
  ],
  "persist/format.ts": [
    [
      "  frozen: v.exactOptional(v.boolean()),",
      '$&\n  listOrder: v.exactOptional(v.picklist(["newest", "oldest", "shuffled", "changing"])),',
    ],
  ],
  "seeds/resolve/settings.ts": [
    ["readonly frozen?: boolean;", '$&\n  readonly listOrder?: Settings["listOrder"];'],
    [
      "...(overrides.rateLimit &&",
      "...(overrides.listOrder && { listOrder: overrides.listOrder }),\n    $&",
    ],
  ],
};

const fault: Edits = {
  "model/fault-schema.ts": [
    [
      "  respond: optional(",
      '  maintenance: optional(count, "Responds with 503, to try again after so many seconds."),\n$&',
    ],
  ],
  "seeds/resolve/faults.ts": [
    ["drop === undefined && seed.delay", "seed.maintenance === undefined && $&"],
  ],
  "api/checks/faults.ts": [
    [
      "  const error = rule.respond &&",
      `  if (rule.maintenance !== undefined) {
    const headers = { "Retry-After": \`\${rule.maintenance}\` };
    throw new ApiError("service_unavailable", { why: "maintenance", headers });
  }
$&`,
    ],
  ],
};

const panel: Edits = {
  "pages/dashboard/panels/<name>-panel.tsx": `/** @jsxImportSource hono/jsx */
// The merchants of a world.
import type { View } from "../view.ts";

export const MerchantsPanel = ({ view }: { readonly view: View }) => (
  <ul>
    {view.world.state.merchants.map(({ slug }) => (
      <li>Merchant {slug}</li>
    ))}
  </ul>
);
`,
  "pages/dashboard/panels/panels.ts": [
    ["import { OrdersPanel }", 'import { MerchantsPanel } from "./merchants-panel.tsx";\n$&'],
    ["  orders: { title:", '  merchants: { title: "Merchants", Panel: MerchantsPanel },\n$&'],
  ],
};

interface SampleChange {
  readonly edits: Edits;
  /** The names of the files that the table writes as `<name>` and `<resource>`. */
  readonly name: string;
}

/** The samples, by the names of their rows in docs/architecture.md. */
export const SAMPLE_CHANGES: Readonly<Record<string, SampleChange>> = {
  "an endpoint": { edits: endpoint, name: "refunds" },
  "a field of products": { edits: field, name: "" },
  "an operation of the control API": { edits: operation, name: "products" },
  "a flag that overrides a setting": { edits: flag, name: "" },
  "a kind of fault": { edits: fault, name: "" },
  "a panel of the dashboard": { edits: panel, name: "merchants" },
};
