// The pages at the hosted address: the index of a world, and the page for what is not there.
import { describe, expect, test } from "bun:test";
import { createHosted } from "../../src/hosted/app.tsx";
import type { PageEnv } from "../../src/page/page-env.ts";
import { VERSION } from "../../src/version.ts";
import { sandbox } from "../support/sandbox.ts";

const fetchPage = async (path: string, method = "GET", made = sandbox()) => {
  const answer = await made.hosted.fetch(new Request(`http://sandbox.test${path}`, { method }));
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

/** Renders a page of an environment that the front door would not let through. */
const renderPage = async (env: Partial<PageEnv>) => {
  const whole: PageEnv = {
    version: VERSION,
    world: sandbox().worlds.default,
    worldNames: () => ["default"],
    baseUrl: "http://127.0.0.1:4700",
    hostedUrl: "http://127.0.0.1:4701",
    root: "",
    path: "/",
    ...env,
  };
  return (await createHosted().fetch(new Request("http://sandbox.test/"), whole)).text();
};

describe("the index", () => {
  test("says where the API of its world is, and which worlds there are", async () => {
    const made = sandbox();
    made.worlds.create("alpha");
    const { status, headers, text } = await fetchPage("/w/alpha/", "GET", made);
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("text/html; charset=UTF-8");
    expect(text).toStartWith('<!doctype html>\n<html lang="en">');
    for (const line of [
      `merchant-sandbox ${VERSION}.`,
      "<strong>alpha</strong>",
      "<code>GET http://127.0.0.1:4700/w/alpha/api/v1/integration/ping</code>",
      "<code>GET http://127.0.0.1:4700/w/alpha/api/v1/integration/products</code>",
      "<code>GET http://127.0.0.1:4700/w/alpha/api/v1/integration/orders</code>",
      "<code>POST http://127.0.0.1:4700/w/alpha/api/v1/integration/checkout-links</code>",
      "<li>default</li><li>alpha</li>",
      '<a href="/w/alpha/_sandbox/health">',
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

  test("shows no key", async () => {
    expect((await fetchPage("/")).text).not.toContain("mst_");
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

describe("the page for what is not there", () => {
  test.each([
    "/nothing",
    "/W/default/",
    "/w/nowhere/",
    "//",
    "/p/NOPE",
    "/_sandbox",
    "/index.html",
  ])("answers %s with 404", async (path) => {
    const { status, headers, text } = await fetchPage(path);
    expect(status).toBe(404);
    expect(headers.get("Content-Type")).toBe("text/html; charset=UTF-8");
    expect(text).toContain(`Nothing answers at <code>${path}</code>.`);
  });

  test("escapes the path", async () => {
    const path = `/<img src=x onerror=alert(1)>"'&`;
    const text = await renderPage({ path });
    expect(text).toContain("/&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;");
    expect(text).not.toContain("<img");
  });

  test("leads to the index of the same world", async () => {
    const made = sandbox();
    made.worlds.create("alpha");
    const { text } = await fetchPage("/w/alpha/nothing", "GET", made);
    expect(text).toContain("Nothing answers at <code>/nothing</code>.");
    expect(text).toContain('<a href="/w/alpha/">');
  });
});

test.each(["/", "/nothing", "/w/default/", "/assets/style.css"])(
  "%s is sent with what keeps a page safe",
  async (path) => {
    const { headers } = await fetchPage(path);
    expect(headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("X-Frame-Options")).toBe("DENY");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
    expect(headers.get("Cache-Control")).toBe(
      path.startsWith("/assets/") ? "no-cache" : "no-store",
    );
    expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
  },
);

test("what a page loads is there, of its type, in every world", async () => {
  for (const root of ["", "/w/default"]) {
    const { text } = await fetchPage(`${root}/`);
    const links = Array.from(text.matchAll(/<link [^>]*href="([^"]+)"/g), ([, href = ""]) => href);
    expect(links).toEqual(["/assets/favicon.svg", "/assets/style.css"]);
    const types = await Promise.all(
      links.map(async (href) => (await fetchPage(href)).headers.get("Content-Type")),
    );
    expect(types).toEqual(["image/svg+xml; charset=utf-8", "text/css; charset=utf-8"]);
  }
});

test("HEAD is answered as GET without the page, and other methods find nothing", async () => {
  const head = await fetchPage("/", "HEAD");
  expect([head.status, head.text]).toEqual([200, ""]);
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
    expect((await fetchPage("/", method)).status).toBe(404);
  }
});

test("the merchant API is not at the hosted address", async () => {
  expect((await fetchPage("/api/v1/integration/ping")).status).toBe(404);
});
