// The bare servers answer as the sandbox does; otherwise they would be no limit.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { startBare } from "../bare.ts";
import { HONO, RUNTIMES } from "../programs.ts";
import { ask, REQUEST_NAMES, type Recorded, requestsFor } from "../requests.ts";
import { startServer } from "../server.ts";

setDefaultTimeout(30_000);

const { executable, node } = RUNTIMES;
const BY_HAND = [
  { ...executable, limit: "a bare Hono app", bare: HONO.executable },
  { ...node, limit: "a bare Hono app on Node", bare: HONO.node },
];

describe.each([...Object.values(RUNTIMES), ...BY_HAND])("$limit", ({ bare, sandbox }) => {
  test("responds as the sandbox did, byte for byte", async () => {
    await using ours = await startServer([...sandbox, "--port", "0", "--hosted-port", "0"]);
    const requests = await requestsFor(ours);
    await using limit = await startBare(bare, ours, requests);
    for (const name of REQUEST_NAMES) {
      const mine = await ask(ours.baseUrl, requests[name]);
      const given = await ask(limit.baseUrl, requests[name]);
      expect(withoutIds(given)).toEqual(withoutIds(mine));
    }
    const unknown = { ...requests.ping, path: "/nowhere" };
    expect((await ask(limit.baseUrl, unknown)).status).toBe(404);
  });
});

/** Makes ids of the usual length the same. */
function withoutIds(answer: Recorded): unknown {
  return JSON.parse(JSON.stringify(answer).replaceAll(/req_\w{7}_\w{5}/g, "req"));
}
