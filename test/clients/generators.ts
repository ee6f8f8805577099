// Generators of clients, and for each a program that uses what it makes. All programs end up with the same
// five answers by the same names, and with a mistake that the compiler must find.

export interface Addresses {
  readonly baseUrl: string;
  /** Where the description is. */
  readonly openapiUrl: string;
}

export interface Generator {
  readonly name: string;
  /** The command line that makes a client. */
  readonly command: (addresses: Addresses) => readonly string[];
  /** The text of `orval.config.js`, which orval needs to be told an address. */
  readonly config?: (addresses: Addresses) => string;
  /** Knows `BASE_URL`, `KEY` and `UNKNOWN`, the id of no product. */
  readonly program: string;
}

const OPENAPI_TYPESCRIPT: Generator = {
  name: "openapi-typescript",
  command: ({ openapiUrl }) => ["openapi-typescript", openapiUrl, "--output", "api.ts"],
  program: `
import createClient from "openapi-fetch";
import type { paths } from "./api.ts";

const headers = { Authorization: \`Bearer \${KEY}\` };
const client = createClient<paths>({ baseUrl: BASE_URL, headers });
const LINKS = "/api/v1/integration/checkout-links";

const { data: ping } = await client.GET("/api/v1/integration/ping");
const { data: products } = await client.GET("/api/v1/integration/products");
const { data: orders } = await client.GET("/api/v1/integration/orders");
const { data: link } = await client.POST(LINKS, { body: { productId: products?.[0]?.id ?? "" } });
const { error: refusal } = await client.POST(LINKS, { body: { productId: UNKNOWN } });

// @ts-expect-error The request has no such field.
export const misspelt = () => client.POST(LINKS, { body: { product: UNKNOWN } });
`,
};

const HEY_API: Generator = {
  name: "@hey-api/openapi-ts",
  command: ({ openapiUrl }) => ["openapi-ts", "--input", openapiUrl, "--output", "api"],
  program: `
import * as api from "./api/index.ts";
import { client } from "./api/client.gen.ts";

client.setConfig({ baseUrl: BASE_URL, auth: KEY });

const { data: ping } = await api.ping();
const { data: products } = await api.listProducts();
const { data: orders } = await api.listOrders();
const { data: link } = await api.createCheckoutLink({ body: { productId: products?.[0]?.id ?? "" } });
const { error: refusal } = await api.createCheckoutLink({ body: { productId: UNKNOWN } });

// @ts-expect-error The request has no such field.
export const misspelt = () => api.createCheckoutLink({ body: { product: UNKNOWN } });
`,
};

const ORVAL: Generator = {
  name: "orval",
  command: () => ["orval", "--config", "orval.config.js"],
  config: ({ baseUrl, openapiUrl }) => {
    const output = { target: "api.ts", client: "fetch", baseUrl };
    return `module.exports = ${JSON.stringify({ api: { input: openapiUrl, output } })};\n`;
  },
  program: `
import * as api from "./api.ts";

const options = { headers: { Authorization: \`Bearer \${KEY}\` } };
const answers = {
  ping: await api.ping(options),
  products: await api.listProducts(options),
  orders: await api.listOrders(options),
};
const ping = answers.ping.status === 200 ? answers.ping.data : undefined;
const products = answers.products.status === 200 ? answers.products.data : undefined;
const orders = answers.orders.status === 200 ? answers.orders.data : undefined;
const linked = await api.createCheckoutLink({ productId: products?.[0]?.id ?? "" }, options);
const link = linked.status === 201 ? linked.data : undefined;
const refused = await api.createCheckoutLink({ productId: UNKNOWN }, options);
const refusal = refused.status === 404 ? refused.data : undefined;

// @ts-expect-error The request has no such field.
export const misspelt = () => api.createCheckoutLink({ product: UNKNOWN }, options);
`,
};

export const GENERATORS = [OPENAPI_TYPESCRIPT, HEY_API, ORVAL];
