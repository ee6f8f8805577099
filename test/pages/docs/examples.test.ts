// The examples on a world's page: they are what the API of that world returns, and creating them changes nothing.
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exampleOf as describedExample } from "../../../src/contract/endpoint.ts";
import { ENDPOINTS, type Endpoint, type EndpointName } from "../../../src/contract/endpoints.ts";
import { responseAt } from "../../../src/contract/openapi/api-document.ts";
import { createSandbox } from "../../../src/library/library.ts";
import { listen } from "../../../src/runtime/listen.ts";
import { compile, DOCUMENT } from "../../support/described.ts";
import { IDS, NOW, sandbox } from "../../support/sandbox.ts";
import { type DocsPage, HOSTED, missing, openDocs, requestOfCurl } from "./read.ts";

const NAMES = Object.values(ENDPOINTS).map(({ name }): [EndpointName, Endpoint] => [
  name,
  ENDPOINTS[name],
]);
const DOCS_LINKS = `http://127.0.0.1:4700${ENDPOINTS["checkout-links"].path}`;
const embedded = () => createSandbox({ systemTime: () => NOW });

/** The examples of an endpoint: its response, and the code in each language. */
function exampleOf({ blocks }: DocsPage, name: EndpointName) {
  const nth = (fits: (block: DocsPage["blocks"][number]) => boolean) =>
    blocks.filter(fits)[NAMES.findIndex(([known]) => known === name)] ?? blocks[0];
  const code = (wanted: string) => nth(({ language }) => language === wanted)?.text ?? "";
  const response = nth(({ caption }) => caption.startsWith("Response "));
  return { code, caption: response?.caption, shown: JSON.parse(response?.text ?? "") };
}

const pathOf = (world: string) => (world === "default" ? "/docs" : `/w/${world}/docs`);

describe.each(embedded().worlds.names())("in the world %s", (world) => {
  test.each(NAMES)("the example of %s is the API's response", async (name, endpoint) => {
    const made = embedded();
    const { code, caption, shown } = exampleOf(await openDocs(made, pathOf(world)), name);
    const [operation] = Object.values(DOCUMENT.paths[endpoint.path] ?? {});
    const place = operation.responses[`${endpoint.success}`];
    const validate = compile(responseAt(DOCUMENT, place).content["application/json"].schema);
    expect([validate(shown), validate.errors]).toEqual([true, null]);

    // Why: what is held back or lost on purpose is not what is looked at here.
    await made.handle(world).faults.set([]);
    const response = await made.api.fetch(requestOfCurl(code("curl")));
    const whole: unknown = await response.json();
    if (world === "empty-catalog" && name !== "ping") {
      const isLink = name === "checkout-links";
      expect([response.status, Array.isArray(whole)]).toEqual(isLink ? [404, false] : [200, true]);
      expect(shown).toEqual(describedExample(ENDPOINTS[name].response));
      return;
    }
    const items = Array.isArray(whole) ? whole : undefined;
    const cut = items && items.length > 2 ? ` (first 2 of ${items.length} items)` : "";
    expect([response.status, caption]).toEqual([
      endpoint.success,
      `Response ${endpoint.success}${cut}`,
    ]);
    expect(shown).toEqual(items?.slice(0, 2) ?? whole);
  });
});

describe("pasted code", () => {
  const NAMED = NAMES.map(([name]) => name);

  test.each(NAMED)("calls %s in JavaScript", async (name) => {
    const made = embedded();
    const { code, shown } = exampleOf(await openDocs(made, "/docs?language=javascript"), name);
    const printed: unknown[] = [];
    const run = new Function(
      "fetch",
      "console",
      `return (async () => { ${code("javascript")} })();`,
    );
    const ask = (url: string, init: RequestInit) => made.api.fetch(new Request(url, init));
    await run(ask, { log: (...words: unknown[]) => printed.push(...words) });
    const [status, body] = printed;
    expect(status).toBe(ENDPOINTS[name].success);
    expect(Array.isArray(body) ? body.slice(0, 2) : body).toEqual(shown);
  });

  const python = Bun.which("python3");
  const hasRequests =
    python !== null && Bun.spawnSync([python, "-c", "import requests"]).exitCode === 0;

  /** Runs an example as a program, against a sandbox that listens. */
  async function runExample(name: EndpointName, language: string, run: (code: string) => string[]) {
    const made = embedded();
    const listener = await listen({ hostname: "127.0.0.1", port: 0, fetch: made.api.fetch });
    const baseUrl = `http://127.0.0.1:${listener.port}`;
    made.advertise({ baseUrl, hostedUrl: "http://127.0.0.1:4701" });
    const { code } = exampleOf(await openDocs(made, `/docs?language=${language}`), name);
    const child = Bun.spawn(run(code(language)), { stderr: "pipe" });
    const [printed, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    await listener.close(0);
    expect(errors).toBe("");
    expect(printed).toStartWith(`${ENDPOINTS[name].success} `);
  }

  test.skipIf(!hasRequests).each(NAMED)("calls %s in Python", (name) =>
    runExample(name, "python", (code) => [python ?? "", "-c", code]),
  );

  const php = Bun.which("php");
  test.skipIf(php === null).each(NAMED)("calls %s in PHP", (name) =>
    runExample(name, "php", (code) => [php ?? "", "-r", code.replace("<?php", "")]),
  );

  const go = Bun.which("go");
  test.skipIf(go === null).each(NAMED)("calls %s in Go", async (name) => {
    const directory = await mkdtemp(join(tmpdir(), "docs-"));
    const file = join(directory, "main.go");
    await runExample(name, "go", (code) => {
      writeFileSync(file, code);
      return [go ?? "", "run", file];
    });
    await rm(directory, { recursive: true });
  });

  test("has the same request in each language", async () => {
    const made = sandbox();
    for (const language of ["curl", "javascript", "python", "go", "php"]) {
      const page = await openDocs(made, `/docs?language=${language}`);
      expect(page.blocks.flatMap((block) => block.language ?? [])).toEqual(
        NAMED.map(() => language),
      );
      const code = exampleOf(page, "checkout-links").code(language).replaceAll("\\", "");
      expect(missing(code, [DOCS_LINKS, `{"productId":"${IDS.atlas}"}`])).toEqual([]);
      expect(missing(code, ["Bearer mst_acme_full", "Content-Type"])).toEqual([]);
    }
  });

  test("is in the language that was chosen last, on all pages", async () => {
    const { hosted } = sandbox();
    const ask = (path: string, headers = {}) =>
      hosted.fetch(new Request(HOSTED + path, { headers }));
    const cookie = (await ask("/docs?language=go")).headers.get("Set-Cookie") ?? "";
    expect(cookie).toMatch(/^merchant-sandbox-language=go; .*Path=\/; HttpOnly; SameSite=Lax$/);
    for (const path of ["/docs", "/w/default/docs/control/worlds"]) {
      const kept = await (await ask(path, { Cookie: cookie.split(";")[0] })).text();
      expect(kept).toContain('<figure class="code" data-language="go">');
      const other = await (await ask(path, { Cookie: "merchant-sandbox-language=cobol" })).text();
      expect(other).toContain('<figure class="code" data-language="curl">');
    }
    expect((await ask("/docs?language=cobol")).headers.get("Set-Cookie")).toBeNull();
  });
});

describe("a page", () => {
  test("leaves no trace in the journal, and costs no token", async () => {
    const made = sandbox({ seeds: SMALL });
    const { journal } = made.worlds.default;
    for (const path of ["/docs", "/docs/control"]) await openDocs(made, path);
    expect([journal.list(), made.records]).toEqual([[], []]);
    expect((await made.call("ping", { key: "mst_one_token" })).status).toBe(200);
    expect((await made.call("ping", { key: "mst_one_token" })).status).toBe(429);
  });

  test("belongs to the world of its address, and so do its links and forms", async () => {
    const made = sandbox();
    made.advertise({ baseUrl: "https://pay.test/api", hostedUrl: "https://shop.test/box" });
    await made.world({ name: "mine", seeds: { keys: [{ key: "mst_mine", merchant: "acme" }] } });
    const page = await openDocs(made, "/w/mine/docs");
    expect(exampleOf(page, "ping").code("curl")).toContain(
      "curl 'https://pay.test/api/w/mine/api/v1/integration/ping'",
    );
    expect(exampleOf(page, "checkout-links").shown.productUrl).toBe(
      "https://shop.test/box/w/mine/p/ATLAS-1",
    );
    expect(page.text).toContain("mst_mine");
    expect((await openDocs(made, "/docs")).text).not.toContain("mst_mine");
    const paths = page.html.matchAll(/ (?:href|src|action)="(\/[^"]*)"/g);
    expect(
      Array.from(paths, ([, path]) => path).filter((p) => !p?.startsWith("/box/w/mine/")),
    ).toEqual([]);
  });

  test("of a world without a key report that, and show the description's examples", async () => {
    const page = await openDocs(sandbox({ seeds: "merchants: [{ slug: acme }]" }), "/docs");
    const note = "No key of this world can use this endpoint, so every request gets an error.";
    expect(
      missing(page.text, ["This world has no keys, so every request gets 401.", note]),
    ).toEqual([]);
    for (const [name] of NAMES) {
      const { shown, code } = exampleOf(page, name);
      expect(shown).toEqual(describedExample(ENDPOINTS[name].response));
      expect(code("curl")).not.toContain("Authorization");
    }
  });

  test("of a world whose keys work for some endpoints use those that do", async () => {
    const seeds = `
merchants: [{ slug: acme }]
keys:
  - { key: mst_revoked, merchant: acme, status: revoked }
  - { key: mst_reads_it, merchant: acme, scopes: ["catalog:read"] }
`;
    const page = await openDocs(sandbox({ seeds }), "/docs");
    const keyFor = (name: EndpointName) =>
      requestOfCurl(exampleOf(page, name).code("curl")).headers.get("Authorization");
    expect(NAMES.map(([name]) => keyFor(name))).toEqual([
      "Bearer mst_reads_it",
      "Bearer mst_reads_it",
      "Bearer mst_revoked",
      "Bearer mst_revoked",
    ]);
    const notes = [
      "acme has no products in this world, so the response is `[]`. With products, it looks like this.",
      "No key of this world can use this endpoint, so every request gets an error. With a suitable key, the response looks like this.",
    ];
    expect(missing(page.text, notes)).toEqual([]);
  });

  test("describes the settings of its world", async () => {
    const settings = {
      rateLimit: { capacity: 7, refillPerSecond: 3 },
      rateLimitHeaders: "draft",
      listOrder: "oldest",
      errorBody: "html",
      unknownQuery: "reject",
    } as const;
    const made = sandbox();
    await made.world({ name: "other", seeds: { settings, faults: [{ respond: 500 }] } });
    const statements = [
      "a key can send 7 requests at once, then 3 per second",
      "Response headers say how many are left.",
      "In this world the oldest order comes first, and query parameters are rejected.",
      "In this world error bodies are HTML pages instead.",
      "This world has 1 fault:",
    ];
    expect(missing((await openDocs(made, "/w/other/docs")).text, statements)).toEqual([]);
    const { text } = await openDocs(made, "/docs");
    expect(missing(text, statements)).toEqual(statements);
    expect(
      missing(text, ["In this world only keys with a limit of their own are limited."]),
    ).toEqual([]);
  });

  test("shows only the first keys and products of a large world", async () => {
    const keys = Array.from(
      { length: 300 },
      (_, n) => `  - { key: mst_number_${n}, merchant: acme }`,
    );
    const products = keys.map(
      (_, n) => `  - { publicCode: P-${n}, merchant: acme, currency: EUR }`,
    );
    const seeds = ["merchants: [{ slug: acme }]", "keys:", ...keys, "products:", ...products];
    const { text, html } = await openDocs(sandbox({ seeds: seeds.join("\n") }), "/docs");
    expect(missing(text, ["And 260 more.", "mst_number_39 (all scopes)", "P-49,"])).toEqual([]);
    expect(missing(text, ["mst_number_40", "P-50,"])).toEqual(["mst_number_40", "P-50,"]);
    expect(html.length).toBeLessThan(100_000);
  });
});

const SMALL = `
merchants: [{ slug: acme }]
keys: [{ key: mst_one_token, merchant: acme, rateLimit: { capacity: 1, refillPerSecond: 0.1 } }]
`;

describe("texts of seeds that are markup", () => {
  const MARKUP = `"><script>alert(1)</script><img src=x onerror=alert(2)>'\\\\&amp;{{1}}\${2}`;
  const seeds = JSON.stringify({
    merchants: [{ slug: "acme", name: MARKUP }],
    keys: [{ key: `mst_"><b>'&amp;\\x`, merchant: "acme" }],
    products: [{ publicCode: MARKUP, merchant: "acme", currency: MARKUP, status: "PUBLISHED" }],
    orders: [{ product: MARKUP, amountMinor: "1", state: MARKUP, createdAt: "now" }],
  });
  const evil = () =>
    sandbox({ seeds, scenarios: { odd: JSON.stringify({ description: MARKUP }) } });

  test.each(["/docs", "/docs/control"])("stay texts on %s", async (path) => {
    const made = evil();
    const { html, text } = await openDocs(made, path);
    expect(html).not.toMatch(/<script>|<img|<b>|onerror=alert\(2\)>'/);
    if (path === "/docs") expect(missing(text, [MARKUP])).toEqual([]);
  });

  test("stay unchanged in pasted commands", async () => {
    const made = evil();
    const page = await openDocs(made, "/docs");
    for (const [name, { success }] of NAMES) {
      const { code, shown } = exampleOf(page, name);
      const response = await made.api.fetch(requestOfCurl(code("curl")));
      expect([name, response.status, await response.json()]).toEqual([name, success, shown]);
    }
  });

  test("stay texts in a response", async () => {
    const form = { endpoint: "orders", key: `mst_"><b>'&amp;\\x` };
    const { html, text } = await openDocs(evil(), "/docs/try", form);
    expect(html).not.toMatch(/<script|<img|<b>/);
    expect(missing(text, ["200 OK", JSON.stringify(MARKUP)])).toEqual([]);
  });
});
