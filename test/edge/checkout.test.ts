// A shopper without a browser at the edge: the link that the API returns, the form, and the order that the API
// lists then. Who has the link needs nothing else.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import * as v from "valibot";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { payTwice } from "../pages/shop/pay-twice.ts";
import { type Edge, startEdge } from "./edge.ts";
import type { Made } from "./made.ts";

setDefaultTimeout(30_000);

let edge: Edge;
let world: Made;

beforeAll(async () => {
  edge = await startEdge();
  world = await edge.make();
});
afterAll(() => edge[Symbol.asyncDispose]());

async function call(path: string, body?: object): Promise<unknown> {
  const headers = { Authorization: `Bearer ${world.apiKey}`, "Content-Type": "application/json" };
  const init =
    body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
  return (await edge.ask(world.baseUrl + path, init)).json();
}

const listOrders = async () =>
  v.parse(ENDPOINTS.orders.response.schema, await call(ENDPOINTS.orders.path));

test("makes one order of one form, sent twice at once, and shows the receipt", async () => {
  const productId = "a71a5000-0000-4000-8000-000000000001";
  const link = await call(ENDPOINTS["checkout-links"].path, { productId });
  const { checkoutUrl } = v.parse(ENDPOINTS["checkout-links"].response.schema, link);
  expect(checkoutUrl).toBe(`${world.hostedUrl}/checkout/${productId}`);
  await payTwice({ checkout: checkoutUrl, ask: edge.ask, listOrders });
});
