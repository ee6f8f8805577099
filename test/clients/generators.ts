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

export const GENERATORS = [OPENAPI_TYPESCRIPT, HEY_API];
