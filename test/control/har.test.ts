// Requests as an HTTP archive: each field that HAR 1.2 demands is there, and a browser can serve from it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { CHROMIUM, launchChromium } from "../support/chromium.ts";
import { bodyFor, IDS } from "../support/sandbox.ts";
import { controlled } from "./ask.ts";

setDefaultTimeout(60_000);

const key = "mst_acme_full";
const size = v.pipe(v.number(), v.integer(), v.minValue(-1));
const pairs = v.array(v.strictObject({ name: v.string(), value: v.string() }));
const message = {
  httpVersion: v.string(),
  cookies: v.array(v.unknown()),
  headers: pairs,
  headersSize: size,
  bodySize: size,
};
/** What http://www.softwareishard.com/blog/har-12-spec demands. */
const HarSchema = v.strictObject({
  log: v.strictObject({
    version: v.literal("1.2"),
    creator: v.strictObject({ name: v.string(), version: v.string() }),
    entries: v.array(
      v.looseObject({
        startedDateTime: v.pipe(v.string(), v.isoTimestamp()),
        time: v.pipe(v.number(), v.minValue(0)),
        request: v.strictObject({
          ...message,
          method: v.string(),
          url: v.pipe(v.string(), v.url()),
          queryString: pairs,
          postData: v.exactOptional(
            v.strictObject({
              mimeType: v.string(),
              params: v.array(v.unknown()),
              text: v.string(),
            }),
          ),
        }),
        response: v.strictObject({
          ...message,
          status: v.number(),
          statusText: v.string(),
          content: v.strictObject({ size, mimeType: v.string(), text: v.string() }),
          redirectURL: v.string(),
        }),
        cache: v.strictObject({}),
        timings: v.strictObject({ send: v.number(), wait: v.number(), receive: v.number() }),
      }),
    ),
  }),
});

async function archive(query = "") {
  const made = controlled();
  await made.call("orders", { key, query: "a=1&b=%20" });
  await made.call("checkout-links", { key, body: bodyFor(IDS.atlas) });
  await made.call("ping", { key: "sk_live_of_another_service" });
  await made.must(200, "PUT", "/worlds/default/faults", [{ drop: "before" }]);
  await made.call("ping", { key }).catch(() => {});
  return v.parse(HarSchema, await made.must(200, "GET", `/worlds/default/requests.har${query}`))
    .log;
}

describe("GET …/requests.har", () => {
  test("has each request with its response, and why it was rejected", async () => {
    const { entries } = await archive();
    expect(entries.map(({ request, response }) => [request.method, response.status])).toEqual([
      ["GET", 200],
      ["POST", 201],
      ["GET", 401],
      ["GET", 0],
    ]);
    const [orders, links, unknown, dropped] = entries;
    expect(orders?.request.queryString).toEqual([
      { name: "a", value: "1" },
      { name: "b", value: " " },
    ]);
    expect(links?.request.postData?.text).toBe(bodyFor(IDS.atlas));
    expect(links?.response.content.text).toContain(IDS.atlas);
    expect(unknown).toMatchObject({ _why: expect.stringContaining("is not a key of world") });
    expect(JSON.stringify(entries)).not.toContain("sk_live_of_another_service");
    expect(dropped).toMatchObject({ _dropped: "before" });
  });

  test("has requests from before a reset, as the log shows them", async () => {
    const made = controlled();
    const { id } = await made.call("ping", { key });
    await made.must(200, "POST", "/worlds/default/reset");
    await made.call("orders", { key });
    const read = async (query: string) => {
      const har = await made.must(200, "GET", `/worlds/default/requests.har${query}`);
      return v
        .parse(HarSchema, har)
        .log.entries.map(({ request }) => request.url.split("/").at(-1));
    };
    expect(await read("")).toEqual(["ping", "orders"]);
    expect(await read(`?since=${id}`)).toEqual(["orders"]);
  });

  test("has what the filters leave", async () => {
    expect((await archive("?status=4xx")).entries).toHaveLength(1);
    expect((await archive("?q=endpoint:ping")).entries).toHaveLength(2);
  });
});

describe.skipIf(CHROMIUM === undefined)("a browser", () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "har-"));
  });
  afterAll(() => rm(directory, { recursive: true }));

  test("serves the responses of an archive", async () => {
    const { entries, ...log } = await archive();
    const har = join(directory, "requests.har");
    await Bun.write(har, JSON.stringify({ log: { ...log, entries: entries.slice(0, 1) } }));
    const browser = await launchChromium();
    const page = await browser.newPage();
    await page.routeFromHAR(har);
    const response = await page.goto(entries[0]?.request.url ?? "");
    expect([response?.status(), await response?.text()]).toEqual([
      200,
      entries[0]?.response.content.text ?? "",
    ]);
    await browser.close();
  });
});
