// The page of a product, and the page for a product that is not available.
import { describe, expect, test } from "bun:test";
import { IDS } from "../../support/sandbox.ts";
import { type Seen, shop } from "./shop.ts";

const ODD = `/p/${encodeURIComponent("50% ÄÖ/+&?#")}`;

/** The text that testers see. */
const reasonOf = ({ text }: Seen) => /For testers (.*) Dashboard$/.exec(text)?.[1];

describe("the page of a product", () => {
  test("shows its title, its price, its merchant, and a link to the checkout", async () => {
    const { status, headers, html, text } = await shop().ask("/p/ATLAS-1");
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("text/html; charset=UTF-8");
    expect(html).toContain("<title>A World Atlas · Acme &amp; Sons</title>");
    expect(html).toContain('<h1 dir="auto">A World Atlas</h1>');
    expect(html).toContain(`href="/checkout/${IDS.atlas}"`);
    expect(text).toContain(
      "Sandbox: no money moves Acme & Sons A World Atlas €49.00 Go to checkout",
    );
  });

  test("shows testers where the product is defined", async () => {
    const { html } = await shop().ask("/p/ATLAS-1");
    expect(html).toContain("<code>seeds.yaml:11</code>");
    expect(html).toContain('<details class="testers"><summary>For testers</summary>');
  });

  test("shows the public code and 1000 minor units if the seeds set no title and no price", async () => {
    const { html, text } = await shop().ask("/p/PLAIN-1");
    expect(html).toContain('<h1 dir="auto">PLAIN-1</h1>');
    expect(text).toContain("¥1,000 Go to checkout");
    expect(text).toContain("The seeds set no priceMinor . Default: 1000 minor units.");
  });

  test("is found by any public code, percent-encoded as the API's link has it", async () => {
    const { status, html } = await shop().ask(ODD);
    expect(status).toBe(200);
    expect(html).toContain('<h1 dir="auto">أطلس العالم 🗺</h1>');
  });

  test("escapes what the seeds say", async () => {
    const { status, html } = await shop().ask("/p/GLOBE-1");
    expect(status).toBe(200);
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;");
    expect(html).toContain("&lt;b&gt;Globex&lt;/b&gt;");
    expect(html).not.toContain("<img");
    expect(html).not.toContain("<b>");
  });

  test("names its world, and stays in it, if it is not the default one", async () => {
    const made = shop({
      scenarios: { sale: 'products: [{ publicCode: ATLAS-1, priceMinor: "99" }]' },
    });
    const { html, text } = await made.ask("/w/sale/p/ATLAS-1");
    expect(text).toContain("no money moves sale Acme");
    expect(text).toContain("€0.99 Go to checkout");
    expect(html).toContain(`href="/w/sale/checkout/${IDS.atlas}"`);
    expect(html).toContain('href="/w/sale/dashboard"');
    expect((await made.ask("/w/default/p/ATLAS-1")).text).not.toContain("moves default");
  });

  test("supports GET and HEAD only", async () => {
    const made = shop();
    const head = await made.ask("/p/ATLAS-1", { method: "HEAD" });
    expect([head.status, head.html]).toEqual([200, ""]);
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const { status, headers, text } = await made.ask("/p/ATLAS-1", { method });
      expect([status, headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
      expect(text).toContain("/p/ATLAS-1 supports only GET, HEAD.");
    }
  });
});

describe("a product that is not available", () => {
  const HOME = "Products of the world default";
  const ANY = "The start page of the world lists its products.";
  const NOBODY = "No product of the world default has the public code";

  test.each([
    ["/p/NOPE", `${NOBODY} "NOPE". ${ANY} ${HOME}`],
    ["/p/atlas-1", `${NOBODY} "atlas-1". Did you mean ATLAS-1 ? ${HOME}`],
    ["/p/ATLAS-2", `${NOBODY} "ATLAS-2". Did you mean ATLAS-1 ? ${HOME}`],
    [`/p/${IDS.atlas}`, `${NOBODY} "${IDS.atlas}". Did you mean ATLAS-1 ? ${HOME}`],
    ["/p/%", `${NOBODY} "%". ${ANY} ${HOME}`],
    ["/p/%ff", `${NOBODY} "%ff". ${ANY} ${HOME}`],
    ["/p/%3Cscript%3E", `${NOBODY} "<script>". ${ANY} ${HOME}`],
    ["/p/__proto__", `${NOBODY} "__proto__". ${ANY} ${HOME}`],
    [
      "/p/DRAFT-1",
      `DRAFT-1 (seeds.yaml:12) is DRAFT. Only PUBLISHED products are available. Set its status to PUBLISHED. ${HOME}`,
    ],
    [
      "/p/SHUT-1",
      "SHUT-1 (seeds.yaml:14) belongs to closed (seeds.yaml:5), a merchant without sandbox access. " +
        `Its keys get 403, and its products have no pages. Set the merchant's sandboxAccess to true. ${HOME}`,
    ],
    [
      "/checkout/ATLAS-1",
      `"ATLAS-1" is not a UUID. A checkout URL must end with a product id. Did you mean ATLAS-1 ? ${HOME}`,
    ],
    [
      "/checkout/%7B%7D",
      `"{}" is not a UUID. A checkout URL must end with a product id. Get the URL from POST /checkout-links. ${HOME}`,
    ],
    [
      `/checkout/${IDS.unknown}`,
      `No product of the world default has the id ${IDS.unknown}. GET /products lists all ids. ${HOME}`,
    ],
    [
      `/checkout/${IDS.draft.toUpperCase()}`,
      `DRAFT-1 (seeds.yaml:12) is DRAFT. Only PUBLISHED products are available. Set its status to PUBLISHED. ${HOME}`,
    ],
  ])("%s is a 404, with the reason for testers", async (path, reason) => {
    const seen = await shop().ask(path);
    expect(seen.status).toBe(404);
    expect(seen.html).toContain("<h1>This product is not available</h1>");
    expect(seen.text).toContain("Please go back to the shop that sent you here. For testers");
    expect(reasonOf(seen)).toBe(reason);
  });

  test("links to the same page of the product with the most similar code", async () => {
    const made = shop();
    expect((await made.ask("/p/ATLAS-2")).html).toContain('href="/p/ATLAS-1"');
    expect((await made.ask("/checkout/ATLAS-1")).html).toContain(`href="/checkout/${IDS.atlas}"`);
  });

  test("gets a short page, however long the path is", async () => {
    const made = shop();
    for (const start of ["/p/", "/checkout/"]) {
      const { status, html } = await made.ask(start + "x".repeat(10_000_000));
      expect(status).toBe(404);
      expect(html.length).toBeLessThan(2_000);
    }
  });

  test("comes back as soon as it is published", async () => {
    const made = shop();
    expect((await made.ask("/p/DRAFT-1")).status).toBe(404);
    await made
      .handle("default")
      .change({ products: [{ publicCode: "DRAFT-1", status: "PUBLISHED" }] });
    expect((await made.ask("/p/DRAFT-1")).status).toBe(200);
  });

  test("may be available in another world", async () => {
    const made = shop({ scenarios: { gone: "products: [{ publicCode: ATLAS-1, remove: true }]" } });
    const seen = await made.ask("/w/gone/p/ATLAS-1");
    expect(seen.status).toBe(404);
    expect(reasonOf(seen)).toStartWith(
      'No product of the world gone has the public code "ATLAS-1".',
    );
    expect(seen.html).toContain('<a href="/w/gone/">');
    expect((await made.ask("/p/ATLAS-1")).status).toBe(200);
  });
});
