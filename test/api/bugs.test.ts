// A bug in the sandbox: 500 to the client, the stack to the log, and the next request as if nothing was.
import { describe, expect, test } from "bun:test";
import type { World } from "../../src/world/world.ts";
import { bodyFor, errorText, IDS, SEEDS, sandbox } from "../support/sandbox.ts";

const key = "mst_acme_full";

/** Makes a sandbox whose world fails at one of its methods, once. */
function buggy(method: keyof World, thrown: unknown, seeds = SEEDS) {
  const made = sandbox({ seeds });
  const world = made.worlds.default;
  const sound = world[method];
  const stub = () => {
    Object.assign(world, { [method]: sound });
    throw thrown;
  };
  Object.assign(world, { [method]: stub });
  return made;
}

const CASES = [
  ["the search for keys", "findKey", "ping", 200],
  ["the list of products", "listProducts", "products", 200],
  ["the list of orders", "listOrders", "orders", 200],
  ["the search for products", "findProduct", "checkout-links", 201],
] as const;

describe.each(CASES)("a bug in %s", (_name, method, target, success) => {
  const call = { key, ...(target === "checkout-links" && { body: bodyFor(IDS.atlas) }) };

  test("responds with 500 internal_error and reveals no detail", async () => {
    const { call: ask } = buggy(method, new Error("secret detail"));
    const { id, text, ...rest } = await ask(target, call);
    const message = "The server failed to process this request.";
    expect(text).toBe(errorText("internal_error", message, id));
    expect(rest).toEqual({
      status: 500,
      headers: { "cache-control": "no-store", "content-type": "application/json" },
    });
  });

  test("is recorded with its stack", async () => {
    const error = new Error("secret detail");
    const { call: ask, records } = buggy(method, error);
    const { id } = await ask(target, call);
    expect(records.map(({ id, status, why, stack }) => ({ id, status, why, stack }))).toEqual([
      { id, status: 500, why: "a bug in the sandbox: secret detail", stack: error.stack },
    ]);
  });

  test("does not affect the next request", async () => {
    const { call: ask } = buggy(method, new Error("once"));
    expect((await ask(target, call)).status).toBe(500);
    expect((await ask(target, call)).status).toBe(success);
  });
});

test.each([["text"], [undefined], [null], [42]])("a thrown %p is a bug too", async (thrown) => {
  const { call, records } = buggy("listOrders", thrown);
  expect((await call("orders", { key })).status).toBe(500);
  expect(records.map(({ why, stack }) => [why, stack])).toEqual([
    [`a bug in the sandbox: ${thrown}`, undefined],
  ]);
});

test("a bug gets a response in the form that the settings ask for", async () => {
  const seeds = `${SEEDS}  errorBody: problem\n`;
  const { call } = buggy("listOrders", new Error("secret"), seeds);
  const { text, id } = await call("orders", { key });
  expect(JSON.parse(text)).toEqual({
    type: "about:blank",
    title: "Internal Server Error",
    status: 500,
    detail: "The server failed to process this request.",
    code: "internal_error",
    requestId: id,
  });
});
