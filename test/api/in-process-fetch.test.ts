// The API's `fetch` without a network, as a client in the same process meets it: faults end it as they end the
// network's.
import { describe, expect, test } from "bun:test";
import { createSandbox as createServed } from "../../src/sandbox.ts";
import { loadTexts, requestOf, SEEDS, sandbox } from "../support/sandbox.ts";

const key = "mst_acme_full";

const seedsWith = (fault: string) => `faults: [{ endpoint: ping, ${fault} }]\n${SEEDS}`;

/** A request that its client may give up. */
function leaving() {
  const client = new AbortController();
  const request = new Request(requestOf("ping", { key }), { signal: client.signal });
  return { client, request };
}

const rejection = (response: Response | Promise<Response> | Promise<string>) =>
  Promise.resolve<unknown>(response).then(
    () => "a response",
    (reason: unknown) => reason,
  );

/** The parts of an error that are compared. */
const describeError = (error: unknown) =>
  error instanceof TypeError ? { message: error.message, cause: error.cause } : error;

describe("a client that gives up", () => {
  test("is rejected with its reason at once, while a fault delays the response", async () => {
    const made = sandbox({ seeds: seedsWith("delay: 1d") });
    const { client, request } = leaving();
    const response = made.api.fetch(request);
    const reason = new Error("waited long enough");
    client.abort(reason);
    expect(await rejection(response)).toBe(reason);
  });

  test("gets from a timeout the same error as from the network's fetch", async () => {
    const made = sandbox({ seeds: seedsWith("delay: 1d") });
    const request = new Request(requestOf("ping", { key }), { signal: AbortSignal.timeout(1) });
    expect(await rejection(made.api.fetch(request))).toMatchObject({ name: "TimeoutError" });
  });

  test("leaves its request in the journal, without a response until the response would have been sent", async () => {
    const made = sandbox({ seeds: seedsWith("delay: 1d") });
    const { client, request } = leaving();
    const response = made.api.fetch(request);
    client.abort();
    await rejection(response);
    const statuses = () => made.worlds.default.journal.list().map(({ status }) => status);
    expect(statuses()).toEqual([null]);
    made.worlds.release();
    await made.call("orders", { key });
    expect(statuses()).toEqual([200, 200]);
  });

  test("before it asks sends nothing", async () => {
    const made = sandbox();
    const { client, request } = leaving();
    const reason = new Error("changed my mind");
    client.abort(reason);
    expect(await rejection(made.api.fetch(request))).toBe(reason);
    expect(made.worlds.default.journal.list()).toEqual([]);
  });

  test("after the response changes nothing", async () => {
    const made = sandbox({ seeds: seedsWith("delay: 1ms") });
    const { client, request } = leaving();
    const response = await made.api.fetch(request);
    client.abort();
    expect([response.status, (await response.text()).length > 0]).toEqual([200, true]);
  });
});

describe("a response that a fault drops", () => {
  const cause = Object.assign(new Error("a fault of the sandbox closed the connection"), {
    code: "ECONNRESET",
  });

  test.each([
    ["before it is sent", "drop: before", "GET"],
    ["midway, without a body", "drop: midway", "HEAD"],
    ["later", "drop: before, delay: 1ms", "GET"],
    ["midway and later, without a body", "drop: midway, delay: 1ms", "HEAD"],
  ])("%s fails the fetch", async (_when, fault, method) => {
    const made = sandbox({ seeds: seedsWith(fault) });
    const response = made.api.fetch(requestOf("ping", { key, method }));
    expect(describeError(await rejection(response))).toEqual({ message: "fetch failed", cause });
    expect(made.records.map(({ status }) => status)).toEqual([200]);
  });

  test("is not rejected if it is only delayed, even with a length", async () => {
    const made = sandbox({ seeds: seedsWith("delay: 1ms") });
    const response = await made.api.fetch(requestOf("ping", { key, method: "HEAD" }));
    expect([response.status, response.body, await response.text()]).toEqual([200, null, ""]);
  });

  test("midway fails whoever reads its body to the end", async () => {
    const made = sandbox({ seeds: seedsWith("drop: midway") });
    const response = await made.api.fetch(requestOf("ping", { key }));
    expect(response.status).toBe(200);
    expect(describeError(await rejection(response.text()))).toEqual({
      message: "terminated",
      cause,
    });
  });

  test("midway may be left unread", async () => {
    const made = sandbox({ seeds: seedsWith("drop: midway") });
    const response = await made.api.fetch(requestOf("ping", { key }));
    await response.body?.cancel();
    expect(response.bodyUsed).toBe(true);
  });

  // Why: a listener cuts the connection of such a response, and some runtimes print the error.
  test.each(["before", "midway"])("%s errors without a value if it is served", async (drop) => {
    const { api } = createServed({ seeds: loadTexts(seedsWith(`drop: ${drop}`)) });
    const response = await api.fetch(requestOf("ping", { key }));
    expect(await rejection(response.text())).toBeUndefined();
  });
});
