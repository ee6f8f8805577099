// The forms that try the API: what they show of each outcome, and what the request does to the world.
import { describe, expect, test } from "bun:test";
import { bodyFor, IDS, SEEDS, sandbox, type TestSandbox } from "../../support/sandbox.ts";
import { HOSTED, missing, openDocs, requestOfCurl, textOf } from "./read.ts";

const FULL = "mst_acme_full";

/** Submits a form, and reads the outcome on the page. */
async function tryOut(made: TestSandbox, form: Record<string, string>, prefix = "") {
  const page = await openDocs(made, `${prefix}/docs/try`, form);
  const block = (name: string) => page.blocks.find(({ caption }) => caption === name)?.text;
  const notices = page.html.matchAll(/<p class="notice[^"]*">(.*?)<\/p>/gs);
  return {
    page,
    badge: /<span class="badge [^"]*">(.*?)<\/span>/.exec(page.html)?.[1]?.trim(),
    body: block("Body"),
    headers: block("Headers")?.split("\n") ?? [],
    curl: block("Same request with curl") ?? "",
    notices: Array.from(notices, ([, text = ""]) => textOf(text)),
  };
}

const withFaults = (faults: string) => sandbox({ seeds: `${SEEDS}faults: [${faults}]` });

describe("a call that succeeds", () => {
  test.each([
    ["ping", {}, "200 OK"],
    ["products", {}, "200 OK"],
    ["orders", {}, "200 OK"],
    ["checkout-links", { productId: IDS.atlas }, "201 Created"],
  ] as const)("shows the API's response: %s", async (endpoint, fields, badge) => {
    const made = sandbox();
    const shown = await tryOut(made, { endpoint, key: FULL, ...fields });
    const body = "productId" in fields ? { body: bodyFor(fields.productId) } : {};
    const response = await made.call(endpoint, { key: FULL, ...body });
    expect([shown.page.status, shown.badge, shown.notices]).toEqual([200, badge, []]);
    expect(JSON.parse(shown.body ?? "")).toEqual(JSON.parse(response.text));
    const names = shown.headers.map((header) => header.split(":")[0]);
    expect(names.toSorted()).toEqual([...Object.keys(response.headers), "x-request-id"].toSorted());
    const again = await made.api.fetch(requestOfCurl(shown.curl));
    expect(await again.text()).toBe(response.text);
  });

  test("is a request like any other: it is in the journal and the log, and costs a token", async () => {
    const made = sandbox();
    const form = { endpoint: "ping", key: "mst_acme_once" };
    expect((await tryOut(made, form)).badge).toBe("200 OK");
    const rejected = await tryOut(made, form);
    expect(rejected.badge).toBe("429 Too Many Requests");
    expect(rejected.headers).toContain("retry-after: 10");
    const { journal } = made.worlds.default;
    expect(journal.list().map(({ endpoint, status, hints }) => [endpoint, status, hints])).toEqual([
      ["ping", 200, []],
      ["ping", 429, []],
    ]);
    const ids = journal.list().map(({ id }) => id);
    expect(made.records.map(({ id }) => id)).toEqual(ids);
    expect(journal.list()[0]?.request.headers["user-agent"]).toMatch(/^merchant-sandbox\/.+ docs$/);
  });

  test("is sent to the world of the page, whatever path its address has", async () => {
    const made = sandbox();
    made.advertise({ baseUrl: "https://pay.test/api", hostedUrl: "https://shop.test/box" });
    const world = await made.world({ seeds: { keys: [{ key: "mst_mine", merchant: "acme" }] } });
    const form = { endpoint: "checkout-links", key: "mst_mine", productId: IDS.atlas };
    const shown = await tryOut(made, form, `/w/${world.name}`);
    expect(shown.badge).toBe("201 Created");
    expect(shown.curl).toContain(`'https://pay.test/api/w/${world.name}/api/v1/integration/`);
    const link = `https://shop.test/box/w/${world.name}/p/ATLAS-1`;
    expect(shown.page.html).toContain(`<a href="${link}">${link}</a>`);
    expect(shown.page.html).toContain(`action="/box/w/${world.name}/docs/try"`);
    expect(made.worlds.default.journal.list()).toEqual([]);
    expect((await tryOut(made, form)).badge).toBe("401 Unauthorized");
  });
});

describe("a call that gets an error", () => {
  const link = (productId: string, key = FULL) => ({ endpoint: "checkout-links", key, productId });

  test.each<[what: string, form: Record<string, string>, badge: string, why: string]>([
    ["no key", { endpoint: "ping", key: "" }, "401 Unauthorized", "no key was sent"],
    [
      "an unknown key",
      { endpoint: "ping", key: "mst_nobody_knows" },
      "401 Unauthorized",
      "is not a key",
    ],
    [
      "a revoked key",
      { endpoint: "ping", key: "mst_acme_revoked" },
      "401 Unauthorized",
      "is revoked",
    ],
    [
      "an expired key",
      { endpoint: "ping", key: "mst_acme_expired" },
      "401 Unauthorized",
      "expired at",
    ],
    [
      "a key without access",
      { endpoint: "ping", key: "mst_acme_noaccess" },
      "403 Forbidden",
      "no sandbox access",
    ],
    [
      "a key without the scope",
      { endpoint: "orders", key: "mst_acme_links" },
      "403 Forbidden",
      "has no scope orders:read",
    ],
    ["a foreign product", link(IDS.globe), "404 Not Found", "belongs to globex"],
    ["a draft", link(IDS.draft), "404 Not Found", "is DRAFT"],
    ["an unknown product", link(IDS.unknown), "404 Not Found", "world default has no product"],
    ["not an id", link("ATLAS-1"), "400 Bad Request", "This field must be a UUID."],
    ["no product", link(""), "400 Bad Request", "This field is required."],
  ])("explains why: %s", async (_what, form, badge, why) => {
    const made = sandbox();
    const shown = await tryOut(made, form);
    expect([shown.badge, shown.notices]).toEqual([badge, [expect.stringContaining(why)]]);
    const entry = made.worlds.default.journal.list()[0];
    expect(shown.notices).toEqual([`Why ${entry?.why?.replaceAll("`", "")}`]);
    expect(shown.headers).toContain(`x-request-id: ${entry?.id}`);
    expect(JSON.parse(shown.body ?? "").error.requestId).toBe(entry?.id);
    expect(missing(shown.page.text, [entry?.id])).toEqual([]);
  });

  test("is filled in again, so that it can be sent once more", async () => {
    const { page } = await tryOut(sandbox(), link('"><x', "mst_unseen"));
    expect(page.html).toContain('name="productId" value="&quot;&gt;&lt;x"');
    expect(page.html).toMatch(/<option value="mst_unseen" selected="">mst_unseen<\/option>/);
    expect(page.html).toMatch(/<input type="hidden" name="endpoint" value="checkout-links"\/>/);
  });

  test.each([
    ["html", "<html>\r\n<head><title>401 Unauthorized</title></head>"],
    ["empty", "(empty)"],
    ["problem", '{\n  "type": "about:blank"'],
  ])("shows a body of the kind %s as it is", async (errorBody, beginning) => {
    const seeds = SEEDS.replace("settings:\n", `settings:\n  errorBody: ${errorBody}\n`);
    const shown = await tryOut(sandbox({ seeds }), { endpoint: "ping", key: "" });
    expect(shown.badge).toBe("401 Unauthorized");
    expect(shown.body).toStartWith(beginning);
  });
});

describe("a call that meets a fault", () => {
  const ping = { endpoint: "ping", key: FULL };

  test("shows the status code, and that a fault caused it", async () => {
    const shown = await tryOut(withFaults("{ respond: 503 }"), ping);
    expect([shown.badge, shown.headers]).toEqual([
      "503 Service Unavailable",
      expect.arrayContaining(["retry-after: 1"]),
    ]);
    expect(shown.notices).toEqual([
      expect.stringMatching(/^Why fault 1 \(.+\) responded with 503 \(hit 1\);/),
    ]);
  });

  test("shows that the connection was closed before a response", async () => {
    const shown = await tryOut(withFaults("{ drop: before }"), ping);
    expect([shown.badge, shown.body, shown.headers]).toEqual(["No response", undefined, []]);
    expect(shown.notices).toEqual([
      "The connection was closed before a response arrived.",
      expect.stringMatching(
        /^Hint fault 1 \(.+\) closed the connection before the response \(hit 1\)$/,
      ),
    ]);
  });

  test("shows what arrived before the connection was closed", async () => {
    const made = withFaults("{ drop: midway }");
    const shown = await tryOut(made, ping);
    const { body: all } = made.worlds.default.journal.list()[0]?.response ?? {};
    expect([shown.badge, shown.body]).toEqual(["200 OK", all?.slice(0, all.length >> 1)]);
    expect(shown.notices[0]).toBe("The connection was closed in the middle of the response.");
  });

  test("waits for a delayed response", async () => {
    const made = withFaults('{ delay: "1h" }');
    const shown = tryOut(made, ping);
    while (!made.worlds.default.holding) await new Promise(setImmediate);
    made.worlds.default.release();
    expect((await shown).notices).toEqual([
      expect.stringContaining("delayed the response by 3600000 ms"),
    ]);
  });
});

describe("a form", () => {
  const form = { endpoint: "ping", key: FULL };
  const send = async (made: TestSandbox, headers: Record<string, string>, body: BodyInit) => {
    const response = await made.hosted.fetch(
      new Request(`${HOSTED}/docs/try`, { method: "POST", headers, body }),
    );
    return [response.status, made.worlds.default.journal.list().length];
  };
  const own = { Origin: HOSTED };

  test.each<[what: string, outcome: "sent" | "rejected", headers: Record<string, string>]>([
    ["of the sandbox's own page", "sent", own],
    ["of our own, by the site alone", "sent", { "Sec-Fetch-Site": "same-origin" }],
    ["of another origin", "rejected", { Origin: "https://evil.test" }],
    ["without an origin", "rejected", { Origin: "null" }],
    [
      "of another port",
      "rejected",
      { Origin: "http://127.0.0.1:1", "Sec-Fetch-Site": "same-site" },
    ],
    [
      "that leads here from another site",
      "rejected",
      { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" },
    ],
    ["of unknown origin", "rejected", {}],
    ["of a program that says it is a person", "rejected", { "Sec-Fetch-Site": "none" }],
  ])("%s is %s", async (_what, outcome, headers) => {
    const status = outcome === "sent" ? 200 : 403;
    expect(await send(sandbox(), headers, new URLSearchParams(form))).toEqual([
      status,
      status === 200 ? 1 : 0,
    ]);
  });

  test.each<[what: string, body: Record<string, string>]>([
    ["without an endpoint", { key: FULL }],
    ["for another endpoint", { ...form, endpoint: "admin" }],
    ["without a key", { endpoint: "ping" }],
    ["with a key of two lines", { ...form, key: "mst_acme_full\r\nX-Evil: 1" }],
    ["with a key that is too long", { ...form, key: "x".repeat(257) }],
    ["with a key of other characters", { ...form, key: "mst_ä_full" }],
    ["with a product that is too long", { ...form, productId: "x".repeat(1_001) }],
    ["with another field", { ...form, path: "/admin" }],
    ["that is empty", {}],
  ])("%s is not sent", async (_what, body) => {
    expect(await send(sandbox(), own, new URLSearchParams(body))).toEqual([400, 0]);
  });

  test("in JSON or with files is not sent", async () => {
    const json = { ...own, "Content-Type": "application/json" };
    expect(await send(sandbox(), json, JSON.stringify(form))).toEqual([400, 0]);
    const data = new FormData();
    for (const [name, value] of Object.entries(form)) data.append(name, value);
    expect(await send(sandbox(), own, data)).toEqual([415, 0]);
  });

  test("with a repeated field is not sent, or sent once", async () => {
    const twice = new URLSearchParams([...Object.entries(form), ["key", "mst_acme_none"]]);
    expect(await send(sandbox(), own, twice)).toEqual([200, 1]);
  });
});
