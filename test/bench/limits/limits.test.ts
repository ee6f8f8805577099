// The bare servers send what they are given, and nothing else: else they would be no limit.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { startBare } from "../bare.ts";
import { RUNTIMES } from "../programs.ts";
import { ask, REQUEST_NAMES, requestsFor } from "../requests.ts";
import { startServer } from "../server.ts";

setDefaultTimeout(30_000);

describe.each(Object.values(RUNTIMES))("$limit", ({ bare, sandbox }) => {
  test("answers as the sandbox did, to the byte", async () => {
    await using ours = await startServer([...sandbox, "--port", "0", "--hosted-port", "0"]);
    const requests = await requestsFor(ours);
    await using limit = await startBare(bare, ours, requests);
    for (const name of REQUEST_NAMES) {
      const [mine, given] = [
        await ask(ours.baseUrl, requests[name]),
        await ask(limit.baseUrl, requests[name]),
      ];
      const id = mine.headers["x-request-id"] ?? "";
      const givenId = given.headers["x-request-id"] ?? "";
      expect(given).toEqual(JSON.parse(JSON.stringify(mine).replaceAll(id, givenId)));
      expect([id.length, given.status]).toEqual([givenId.length, mine.status]);
    }
    const unknown = { ...requests.ping, path: "/nowhere" };
    expect((await ask(limit.baseUrl, unknown)).status).toBe(404);
  });
});
