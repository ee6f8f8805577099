// The API's `fetch` without a network, as a client in the same process meets it: faults end it as they end the
// network's.
import { describe, expect, test } from "bun:test";
import { requestOf, SEEDS, sandbox } from "./support/sandbox.ts";

const key = "mst_acme_full";

const seedsWith = (fault: string) => `faults: [{ endpoint: ping, ${fault} }]\n${SEEDS}`;

/** A request that its client may give up. */
function leaving() {
  const client = new AbortController();
  const request = new Request(requestOf("ping", { key }), { signal: client.signal });
  return { client, request };
}

const rejection = (answer: Response | Promise<Response>) =>
  Promise.resolve<unknown>(answer).then(
    () => "an answer",
    (reason: unknown) => reason,
  );

describe("a client that gives up", () => {
  test("is rejected with its reason at once, while a fault holds the answer back", async () => {
    const made = sandbox({ seeds: seedsWith("delay: 1d") });
    const { client, request } = leaving();
    const answer = made.api.fetch(request);
    const reason = new Error("waited long enough");
    client.abort(reason);
    expect(await rejection(answer)).toBe(reason);
  });

  test("is told by a timeout what the network's fetch tells", async () => {
    const made = sandbox({ seeds: seedsWith("delay: 1d") });
    const request = new Request(requestOf("ping", { key }), { signal: AbortSignal.timeout(1) });
    expect(await rejection(made.api.fetch(request))).toMatchObject({ name: "TimeoutError" });
  });

  test("leaves its request in the journal, unanswered until it would have been answered", async () => {
    const made = sandbox({ seeds: seedsWith("delay: 1d") });
    const { client, request } = leaving();
    const answer = made.api.fetch(request);
    client.abort();
    await rejection(answer);
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

  test("after it was answered changes nothing", async () => {
    const made = sandbox({ seeds: seedsWith("delay: 1ms") });
    const { client, request } = leaving();
    const answer = await made.api.fetch(request);
    client.abort();
    expect([answer.status, (await answer.text()).length > 0]).toEqual([200, true]);
  });
});
