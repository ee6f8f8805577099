// The page of a product, and the page for one that is not sold.
import { describe, expect, test } from "bun:test";
import { IDS } from "../../support/sandbox.ts";
import { type Seen, shop } from "./shop.ts";

const ODD = `/p/${encodeURIComponent("50% ÄÖ/+&?#")}`;

/** What testers are told. */
const reasonOf = ({ text }: Seen) => /For testers (.*) Dashboard$/.exec(text)?.[1];

describe("the page of a product", () => {
  test("shows its title, its price, its merchant, and the way to the checkout", async () => {
    const { status, headers, html, text } = await shop().ask("/p/ATLAS-1");
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("text/html; charset=UTF-8");
    expect(html).toContain("<title>A World Atlas · Acme &amp; Sons</title>");
    expect(html).toContain('<h1 dir="auto">A World Atlas</h1>');
    expect(html).toContain(`href="/checkout/${IDS.atlas}"`);
    expect(text).toContain(
      "Sandbox: no money moves Acme & Sons A World Atlas €49.00 To the checkout",
    );
  });

  test("tells testers where the product comes from", async () => {
    const { html } = await shop().ask("/p/ATLAS-1");
    expect(html).toContain("<code>seeds.yaml:11</code>");
    expect(html).toContain('<details class="testers"><summary>For testers</summary>');
  });

  test("is titled by the public code, and priced at 1000 minor units, where the seeds are silent", async () => {
    const { html, text } = await shop().ask("/p/PLAIN-1");
    expect(html).toContain('<h1 dir="auto">PLAIN-1</h1>');
    expect(text).toContain("¥1,000 To the checkout");
    expect(text).toContain("The seeds give it no priceMinor , and so one costs 1000 minor units.");
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

  test("names its world, and stays in it, where that is not the default one", async () => {
    const made = shop({
      scenarios: { sale: 'products: [{ publicCode: ATLAS-1, priceMinor: "99" }]' },
    });
    const { html, text } = await made.ask("/w/sale/p/ATLAS-1");
    expect(text).toContain("no money moves sale Acme");
    expect(text).toContain("€0.99 To the checkout");
    expect(html).toContain(`href="/w/sale/checkout/${IDS.atlas}"`);
    expect(html).toContain('href="/w/sale/dashboard"');
    expect((await made.ask("/w/default/p/ATLAS-1")).text).not.toContain("moves default");
  });

  test("is answered to HEAD without the page, and to no other method", async () => {
    const made = shop();
    const head = await made.ask("/p/ATLAS-1", { method: "HEAD" });
    expect([head.status, head.html]).toEqual([200, ""]);
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const { status, headers, text } = await made.ask("/p/ATLAS-1", { method });
      expect([status, headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
      expect(text).toContain("/p/ATLAS-1 answers GET, HEAD alone.");
    }
  });
});

describe("what is not sold", () => {
  const HOME = "What is sold in the world default";
  const ANY = "The index of the world lists what is sold in it.";
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
      `DRAFT-1 (seeds.yaml:12) is DRAFT, and only what is PUBLISHED is sold. Set its status to PUBLISHED. ${HOME}`,
    ],
    [
      "/p/SHUT-1",
      "SHUT-1 (seeds.yaml:14) is sold by closed (seeds.yaml:5), which has no sandbox access: " +
        `its keys get 403, and it has no shop. Set the merchant's sandboxAccess to true. ${HOME}`,
    ],
    [
      "/checkout/ATLAS-1",
      `"ATLAS-1" is no UUID, and the address of a checkout ends in the id of a product. Did you mean ATLAS-1 ? ${HOME}`,
    ],
    [
      "/checkout/%7B%7D",
      `"{}" is no UUID, and the address of a checkout ends in the id of a product. Ask POST /checkout-links for the address. ${HOME}`,
    ],
    [
      `/checkout/${IDS.unknown}`,
      `No product of the world default has the id ${IDS.unknown}. GET /products lists the ids that there are. ${HOME}`,
    ],
    [
      `/checkout/${IDS.draft.toUpperCase()}`,
      `DRAFT-1 (seeds.yaml:12) is DRAFT, and only what is PUBLISHED is sold. Set its status to PUBLISHED. ${HOME}`,
    ],
  ])("%s is a 404 that tells a shopper little, and a tester why", async (path, reason) => {
    const seen = await shop().ask(path);
    expect(seen.status).toBe(404);
    expect(seen.html).toContain("<h1>This is not on sale</h1>");
    expect(seen.text).toContain("Please go back to the shop that sent you here. For testers");
    expect(reasonOf(seen)).toBe(reason);
  });

  test("leads to the same page of the product that may have been meant", async () => {
    const made = shop();
    expect((await made.ask("/p/ATLAS-2")).html).toContain('href="/p/ATLAS-1"');
    expect((await made.ask("/checkout/ATLAS-1")).html).toContain(`href="/checkout/${IDS.atlas}"`);
  });

  test("is told of in few words, however many were sent", async () => {
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

  test("may be sold in another world", async () => {
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
