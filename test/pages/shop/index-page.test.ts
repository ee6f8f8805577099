// The start page of a world, the page for unknown paths, and the headers of every page.
import { describe, expect, test } from "bun:test";
import type { PageEnv } from "../../../src/pages/layout/page-env.ts";
import { createHosted } from "../../../src/pages/shop/app.tsx";
import { VERSION } from "../../../src/version.ts";
import { sandbox, type TestSandboxOptions } from "../../support/sandbox.ts";
import { shop } from "./shop.ts";

const TOKEN = "a-token-of-the-control-api";

const fetchPage = async (path: string, method = "GET", made = sandbox()) => {
  const response = await made.hosted.fetch(new Request(`http://sandbox.test${path}`, { method }));
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** Renders a page in an environment that no request can have. */
const renderPage = async (env: Partial<PageEnv>) => {
  const whole: PageEnv = {
    version: VERSION,
    world: sandbox().worlds.default,
    findWorld: () => undefined,
    worldNames: () => ["default"],
    baseUrl: "http://127.0.0.1:4700",
    hostedUrl: "http://127.0.0.1:4701",
    root: "",
    path: "/",
    ...env,
  };
  return (
    await createHosted({
      isSentHere: () => true,
      maySeeKeys: async () => true,
      formSecret: undefined,
    }).fetch(new Request("http://sandbox.test/"), whole)
  ).text();
};

describe("the start page", () => {
  test("shows the base URL of its world's API, and links to all pages", async () => {
    const made = sandbox();
    made.worlds.create("alpha");
    const { status, headers, text } = await fetchPage("/w/alpha/", "GET", made);
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("text/html; charset=UTF-8");
    expect(text).toStartWith('<!doctype html>\n<html lang="en">');
    for (const line of [
      `<strong>alpha</strong> of merchant-sandbox ${VERSION}`,
      "<code>http://127.0.0.1:4700/w/alpha</code>",
      "<code>GET /api/v1/integration/ping</code>",
      "<code>GET /api/v1/integration/products</code>",
      "<code>GET /api/v1/integration/orders</code>",
      "<code>POST /api/v1/integration/checkout-links</code>",
      "&#39;http://127.0.0.1:4700/w/alpha/api/v1/integration/ping&#39;",
      '<a href="/w/alpha/dashboard">',
      '<a href="/w/alpha/docs">',
      '<a href="/w/alpha/openapi.json">',
      '<li><a href="/">default</a></li><li><a href="/w/alpha/" aria-current="page">alpha</a></li>',
    ]) {
      expect(text).toContain(line);
    }
  });

  test("is at the root with and without the prefix of the default world", async () => {
    const { text } = await fetchPage("/");
    expect(text).toContain("<strong>default</strong>");
    for (const path of ["/w/default/", "/w/default", "/?a=b"]) {
      expect((await fetchPage(path)).text).toBe(text);
    }
  });

  test("lists the available products with their prices", async () => {
    const { html } = await shop().ask("/");
    const shown = [
      ...html.matchAll(/<a href="(\/p\/[^"]*)" dir="auto">([^<]*)<.*?number">([^<]*)</g),
    ];
    expect(shown.map(([, ...item]) => item)).toEqual([
      ["/p/ATLAS-1", "A World Atlas", "€49.00"],
      ["/p/GLOBE-1", "&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;", "KWD\u00a04.250"],
      ["/p/PLAIN-1", "PLAIN-1", "¥1,000"],
      ["/p/50%25%20%C3%84%C3%96%2F%2B%26%3F%23", "أطلس العالم 🗺", "€0.01"],
    ]);
  });

  test("says that no product is available", async () => {
    const { text } = await shop({ seeds: "merchants: [{ slug: acme }]" }).ask("/");
    expect(text).toContain("Products This world has no available products.");
  });

  test("shows fifty products and fifty worlds at most", async () => {
    const product = (n: number) => `  - { publicCode: P-${n}, merchant: acme, currency: EUR }\n`;
    const products = Array.from({ length: 53 }, (_, n) => product(n)).join("");
    const made = shop({ seeds: `merchants: [{ slug: acme }]\nproducts:\n${products}` });
    for (let n = 0; n < 51; n++) made.worlds.create(`test-${n}`);
    const { html, text } = await made.ask("/");
    expect(html.match(/href="\/p\//g)).toHaveLength(50);
    expect(text).toContain("P-49 acme €10.00 And 3 more. Worlds");
    expect(html.match(/href="\/w\//g)).toHaveLength(49);
    expect(text).toEndWith("test-48 And 2 more.");
  });

  test("links to other worlds behind a proxy with its own path, too", async () => {
    const made = shop({
      addresses: { baseUrl: "https://a.example/x", hostedUrl: "https://b.example/y" },
    });
    made.worlds.create("alpha");
    const { html } = await made.ask("/w/alpha/");
    expect(html).toContain(
      '<li><a href="/y/">default</a></li><li><a href="/y/w/alpha/" aria-current',
    );
  });

  test.each<
    [what: string, options: TestSandboxOptions, headers: Record<string, string>, key: boolean]
  >([
    ["this machine", {}, {}, true],
    ["other machines, without a token", { host: "0.0.0.0" }, {}, false],
    ["callers without the token", { controlToken: TOKEN }, {}, false],
    ["callers with another token", { controlToken: TOKEN }, { Authorization: "Bearer no" }, false],
    [
      "who has logged in",
      { controlToken: TOKEN },
      { Authorization: `Basic ${btoa(`me:${TOKEN}`)}` },
      true,
    ],
    ["pages of other sites", {}, { Origin: "https://evil.test" }, false],
  ])("has a key in its command for %s: %#", async (_who, options, headers, showsKey) => {
    const made = shop(options);
    const { html } = await made.ask("/", { headers });
    const text = html.replaceAll("&#39;", "'").replaceAll("&quot;", '"');
    expect(text.includes("-H 'Authorization: Bearer mst_acme_full'")).toBe(showsKey);
    expect(text.includes('-H "Authorization: Bearer $SANDBOX_API_KEY"')).toBe(!showsKey);
    expect(html.includes("mst_")).toBe(showsKey);
  });

  test("escapes all that it shows", async () => {
    const evil = `"'><script>alert(1)</script>&`;
    const text = await renderPage({
      version: evil,
      world: { ...sandbox().worlds.default, name: evil },
      worldNames: () => [evil],
      baseUrl: evil,
      root: evil,
    });
    expect(text).not.toContain("<script>");
    expect(text).not.toContain(`"'`);
    expect(text.split("&lt;script&gt;").length - 1).toBeGreaterThan(8);
  });
});

describe("the page for an unknown path", () => {
  test.each([
    "/nothing",
    "/W/default/",
    "//",
    "/p/",
    "/p/a/b",
    "/P/ATLAS-1",
    "/checkout",
    "/checkout/",
    "/checkout/x/receipt",
    "/index.html",
  ])("responds to %s with 404", async (path) => {
    const { status, headers, text } = await fetchPage(path);
    expect(status).toBe(404);
    expect(headers.get("Content-Type")).toBe("text/html; charset=UTF-8");
    expect(text).toContain(`No page at <code>${path}</code>.`);
  });

  test("says that a world does not exist, and suggests similar names", async () => {
    const made = sandbox();
    made.worlds.create("alpha");
    const { text, status } = await fetchPage("/w/alpah/p/ATLAS-1", "GET", made);
    expect(status).toBe(404);
    expect(text).toContain("There is no world <code>alpah</code>.");
    expect(text).toContain('Did you mean <a href="/w/alpha/p/ATLAS-1">alpha</a>?');
    expect((await fetchPage("/w/nope/dashboard", "GET", made)).text).toContain(
      "There is no world <code>nope</code>.",
    );
  });

  test("escapes the path", async () => {
    const path = `/<img src=x onerror=alert(1)>"'&`;
    const text = await renderPage({ path });
    expect(text).toContain("/&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;");
    expect(text).not.toContain("<img");
  });

  test("shows no more of a path than fits", async () => {
    const { text } = await fetchPage(`/${"x".repeat(10_000_000)}`);
    expect(text.length).toBeLessThan(2_000);
  });

  test("links to the start page of the same world", async () => {
    const made = sandbox();
    made.worlds.create("alpha");
    const { text } = await fetchPage("/w/alpha/nothing", "GET", made);
    expect(text).toContain("No page at <code>/nothing</code>.");
    expect(text).toContain('<a href="/w/alpha/">');
  });
});

test.each([
  "/",
  "/nothing",
  "/w/default/",
  "/p/ATLAS-1",
  "/p/NOPE",
  "/checkout/x",
  "/assets/style.css",
])("%s has the security headers", async (path) => {
  const { headers } = await fetchPage(path);
  expect(headers.get("Content-Security-Policy")).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
      "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("X-Frame-Options")).toBe("DENY");
  expect(headers.get("Referrer-Policy")).toBe("same-origin");
  expect(headers.get("Cache-Control")).toBe(path.startsWith("/assets/") ? "no-cache" : "no-store");
  expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
});

test("the files of a page exist in every world, with their media types", async () => {
  for (const root of ["", "/w/default"]) {
    const { text } = await fetchPage(`${root}/`);
    const links = Array.from(text.matchAll(/<link [^>]*href="([^"]+)"/g), ([, href = ""]) => href);
    expect(links).toEqual(["/assets/favicon.svg", "/assets/style.css", "/assets/hosted.css"]);
    const types = await Promise.all(
      links.map(async (href) => (await fetchPage(href)).headers.get("Content-Type")),
    );
    expect(types).toEqual([
      "image/svg+xml; charset=utf-8",
      "text/css; charset=utf-8",
      "text/css; charset=utf-8",
    ]);
  }
});

test("HEAD gets a response like GET without the body, and other methods get 404", async () => {
  const head = await fetchPage("/", "HEAD");
  expect([head.status, head.text]).toEqual([200, ""]);
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
    expect((await fetchPage("/", method)).status).toBe(404);
  }
});

test("the merchant API is not at the hosted address", async () => {
  expect((await fetchPage("/api/v1/integration/ping")).status).toBe(404);
});
