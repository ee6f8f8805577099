// A shopper without a browser at the edge: the link that the API answers, the form, and the order that the API
// lists then. Who has the link needs nothing else.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import * as v from "valibot";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { readForm } from "../hosted/shop.ts";
import { type Edge, type Made, startEdge } from "./edge.ts";

setDefaultTimeout(30_000);

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

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
  v.parse(ENDPOINTS.orders.response, await call(ENDPOINTS.orders.path));

test("makes one order of one form, sent twice at once, and shows the receipt", async () => {
  const before = await listOrders();
  const productId = "a71a5000-0000-4000-8000-000000000001";
  const { path, response } = ENDPOINTS["checkout-links"];
  const { checkoutUrl } = v.parse(response, await call(path, { productId }));
  expect(checkoutUrl).toBe(`${world.hostedUrl}/checkout/${productId}`);

  const { action, fields } = readForm(await (await edge.ask(checkoutUrl)).text());
  const body = `${new URLSearchParams({ ...fields, quantity: "2" })}`;
  const pay = () => edge.ask(action, { method: "POST", body, headers: FORM });
  const answers = await Promise.all([pay(), pay()]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  const [receipt = "", other] = answers.map(({ headers }) => headers.get("Location"));
  expect(other).toBe(receipt);

  const [first, ...rest] = await listOrders();
  expect(rest).toEqual(before.slice(0, 49));
  expect(first).toMatchObject({ state: "PAID", amountMinor: "9800", currency: "EUR" });
  expect(await (await edge.ask(receipt ?? "")).text()).toContain(`<code>${first?.id}</code>`);
});
