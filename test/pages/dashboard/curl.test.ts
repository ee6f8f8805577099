// A request as a curl line: pasted into a shell, it is the same request; and no secret of others is in it.
import { describe, expect, test } from "bun:test";
import { bodyFor, type CallOptions, IDS, SEEDS } from "../../support/sandbox.ts";
import { dashboard } from "./page.ts";

const key = "mst_acme_full";
const BASE = "http://127.0.0.1:4700/api/v1/integration";

/** Sends a request, and has a shell read the line that it is shown as: its words, the first left out. */
async function wordsFor(
  target: "ping" | "checkout-links",
  options: CallOptions,
  made = dashboard(),
): Promise<string[]> {
  const { id } = await made.call(target, options);
  const { status, text, headers } = await made.open(`/requests/${id}/curl`);
  expect([status, headers.get("Content-Type")]).toEqual([200, "text/plain; charset=UTF-8"]);
  expect(text).toStartWith("curl ");
  const child = Bun.spawn(["sh", "-c", `printf '%s\\0' ${text.slice(5)}`]);
  return (await new Response(child.stdout).text()).split("\0").slice(0, -1);
}

describe("a request as a curl line", () => {
  test("has the key of the world in place of its mask", async () => {
    expect(await wordsFor("ping", { key })).toEqual([
      "-H",
      `authorization: Bearer ${key}`,
      `${BASE}/ping`,
    ]);
  });

  test("has its method, headers, query and body, whatever signs are in them", async () => {
    const body = `{"productId":"${IDS.atlas}","it's":"$HOME \`id\` \\\\ \\n ä"}`;
    const headers = {
      "X-Own": `'a' "b" $c`,
      Accept: "*/*",
      "User-Agent": "x",
      Connection: "close",
    };
    expect(await wordsFor("checkout-links", { key, body, headers, query: "a='&b=$(id)" })).toEqual([
      "-H",
      `authorization: Bearer ${key}`,
      "-H",
      "content-type: application/json",
      "-H",
      `x-own: 'a' "b" $c`,
      "--data-raw",
      body,
      `${BASE}/checkout-links?a=%27&b=$(id)`,
    ]);
  });

  test.each([
    ["PUT", ["-X", "PUT"]],
    ["HEAD", ["-I"]],
    ["POST", ["-X", "POST"]],
  ])("says that it is a %s where curl would not", async (method, words) => {
    expect(await wordsFor("ping", { key, method })).toEqual([
      ...words,
      "-H",
      `authorization: Bearer ${key}`,
      `${BASE}/ping`,
    ]);
  });

  test("is of its world's address", async () => {
    const made = dashboard();
    made.worlds.create("alpha");
    const { id } = await made.call("ping", { key, world: "alpha" });
    expect((await made.open(`/requests/${id}/curl`, { world: "alpha" })).text).toEndWith(
      "'http://127.0.0.1:4700/w/alpha/api/v1/integration/ping'",
    );
    expect((await made.open(`/requests/${id}/curl`)).status).toBe(404);
  });

  test.each([
    ["a key that is not of this world", { key: "live_secret_of_somebody" }],
    ["another scheme", { headers: { Authorization: "Basic c2VjcmV0X29mX3NvbWVib2R5" } }],
    ["a key in another header", { headers: { "X-Api-Key": "live_secret_of_somebody" } }],
    ["a key in the query", { query: "api_key=live_secret_of_somebody" }],
  ])("never shows %s", async (_what, options) => {
    const words = (await wordsFor("ping", options)).join(" ");
    expect(words).not.toContain("secret_of_somebody");
    expect(words).not.toContain("c2VjcmV0");
  });

  test("has a place for a key where the one that was sent is not of this world", async () => {
    expect(await wordsFor("ping", { key: "live_secret_of_somebody" })).toEqual([
      "-H",
      "authorization: Bearer YOUR_KEY",
      `${BASE}/ping`,
    ]);
  });

  test("has the key of a request that was refused for it", async () => {
    const words = await wordsFor("checkout-links", {
      key: "mst_acme_revoked",
      body: bodyFor(IDS.atlas),
    });
    expect(words).toContain("authorization: Bearer mst_acme_revoked");
  });

  test("is gone where the request is forgotten", async () => {
    const made = dashboard({ seeds: SEEDS });
    const { id } = await made.call("ping", { key });
    made.worlds.default.journal.clear();
    const { status, text } = await made.open(`/requests/${id}/curl`);
    expect([status, text]).toEqual([404, "The request is forgotten by now."]);
  });
});
