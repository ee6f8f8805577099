// The dashboard as the server sends it: where it is, what it holds, and what keeps it safe and small.
import { describe, expect, test } from "bun:test";
import { createSandbox } from "../../../src/library/library.ts";
import { PANELS } from "../../../src/pages/dashboard/panels/panels.ts";
import { loadTexts, SEEDS } from "../../support/sandbox.ts";
import { dashboard, logOf, rowsOf, wordsOf } from "./page.ts";

const PATHS = Object.keys(PANELS).map((name) => `/${name}`);

describe("the dashboard", () => {
  test.each([
    ["", "Requests of default · Dashboard · merchant-sandbox", "Keys"],
    ["/keys", "Keys of default · Dashboard · merchant-sandbox", "Keys"],
    ["/products", "Products of default · Dashboard · merchant-sandbox", "Products"],
    ["/orders", "Orders of default · Dashboard · merchant-sandbox", "Orders"],
    ["/faults", "Faults of default · Dashboard · merchant-sandbox", "Faults"],
    ["/rate-limit", "Rate limits of default · Dashboard · merchant-sandbox", "Rate limits"],
    ["/worlds", "Worlds of default · Dashboard · merchant-sandbox", "Worlds"],
  ])("has a page at /dashboard%s, with its own title", async (path, title, panel) => {
    const { status, headers, text } = await dashboard().open(path);
    expect([status, headers.get("Content-Type")]).toEqual([200, "text/html; charset=UTF-8"]);
    expect(text).toContain(`<title>${title}</title>`);
    expect(wordsOf(/<h2 id="panel-title".*?<\/h2>/.exec(text)?.[0] ?? "")).toBe(panel);
    expect(text.match(/<h1>/g)).toHaveLength(1);
  });

  test("belongs to the world of its prefix, and all its links stay there", async () => {
    const made = dashboard();
    made.worlds.create("alpha");
    const { text } = await made.open("/keys", { world: "alpha" });
    expect(text).toContain("<h1>World alpha</h1>");
    expect(text).toContain('data-control="/w/alpha/_sandbox/worlds/alpha/"');
    expect(text).toContain("<code>http://127.0.0.1:4700/w/alpha</code>");
    // Why: the list of worlds leads to the others.
    const own = text.replace(/<details class="switcher">.*?<\/details>/s, "");
    const links = Array.from(own.matchAll(/(?:href|src)="([^"]*)"/g), ([, link = ""]) => link);
    const outside = links.filter((link) => !link.startsWith("/w/alpha/") && link !== "#main");
    expect([links.length > 10, outside]).toEqual([true, []]);
  });

  test("knows that the hosted address has a path", async () => {
    const made = dashboard();
    made.worlds.create("alpha");
    made.advertise({ baseUrl: "https://api.test/a", hostedUrl: "https://pages.test/sand/box" });
    const here = await made.open("/worlds");
    expect(here.text).toContain('data-control="/sand/box/_sandbox/worlds/default/"');
    expect(here.text).toContain('href="/sand/box/w/alpha/dashboard"');
    const there = await made.open("/worlds", { world: "alpha" });
    expect(there.text).toContain('data-control="/sand/box/w/alpha/_sandbox/worlds/alpha/"');
    expect(there.text).toContain('href="/sand/box/dashboard"');
  });

  test.each(["/nothing", "/keys/", "/KEYS", "/requests/req_none", "/dashboard.js", "/pulse/x"])(
    "has no page at /dashboard%s",
    async (path) => {
      const { status, text } = await dashboard().open(path);
      expect(status).toBe(404);
      expect(text).toContain(`No page at <code>/dashboard${path}</code>`);
    },
  );

  test("responds to HEAD without a body, and accepts no other method", async () => {
    const made = dashboard();
    const head = await made.open("", { method: "HEAD" });
    expect([head.status, head.text]).toEqual([200, ""]);
    for (const method of ["POST", "PUT", "DELETE"])
      expect((await made.open("", { method })).status).toBe(404);
  });

  test("shows the day of a change on another day", async () => {
    const made = dashboard();
    await made.handle("default").keys.revoke("mst_acme_full");
    made.pass(2 * 86_400);
    await made.handle("default").keys.revoke("mst_acme_links");
    expect(logOf((await made.open()).text)).toEqual([
      "09:00:00 Changed: key mst_acme_links (status revoked)",
      "10-17 09:00:00 Changed: key mst_acme_full (status revoked)",
    ]);
  });

  test("keeps the search of a panel where more requests are shown", async () => {
    const made = dashboard();
    for (let sent = 0; sent <= 50; sent++) await made.call("ping", { key: "mst_acme_full" });
    const { text } = await made.open("/products?find=atlas");
    expect(text).toContain('href="?find=atlas&amp;rows=150"');
  });

  test("shows a command for a shell if there is no request yet", async () => {
    const seeds = 'merchants: [{ slug: a }]\nkeys: [{ key: "it\'s\\"$HOME", merchant: a }]\n';
    const line = `curl 'http://127.0.0.1:4700/api/v1/integration/ping' \\\n -H 'Authorization: Bearer it'\\''s"$HOME'`;
    expect(wordsOf((await dashboard({ seeds }).open()).text)).toContain(line);
    const none = await dashboard({ seeds: "merchants: [{ slug: a }]\n" }).open();
    expect(wordsOf(none.text)).toContain("No request yet, and the world has no key: create one.");
  });

  test("shows the world's clock, with the exact time as a tooltip", async () => {
    const made = dashboard();
    expect((await made.open()).text).toContain(
      '<time id="clock" datetime="2026-10-17T09:00:00.000Z" title="2026-10-17T09:00:00.000Z" ' +
        'data-now="1792227600000" data-frozen="false">2026-10-17 09:00:00</time>',
    );
    made.worlds.default.clock.set({ frozen: true });
    const { text } = await made.open();
    expect(wordsOf(text)).toContain(
      "UTC frozen real time 2026-10-17 09:00:00 +1 h +1 d +90 d Run Back to real time Set",
    );
  });

  test("can drop a world that somebody made, and no other", async () => {
    const made = dashboard({ scenarios: { flaky: "description: Fails.\n" } });
    made.worlds.create("alpha");
    const drops = async (world: string) =>
      (await made.open("/keys", { world })).text.includes(`Delete the world ${world}`);
    expect([await drops("alpha"), await drops("flaky"), await drops("default")]).toEqual([
      true,
      false,
      false,
    ]);
    const rows = rowsOf(await made.open("/worlds"));
    expect(rows).toEqual([
      "alpha Reset Delete",
      "default used if the path has no /w/NAME",
      "flaky Reset Fails.",
    ]);
  });

  test("names its buttons so that no two are alike", async () => {
    for (const path of ["", ...PATHS]) {
      const made = dashboard();
      await made.handle("default").faults.set([{ respond: 503 }, { respond: 503 }]);
      const { text } = await made.open(path);
      const shown = text.replace(/<template.*<\/template>|<dialog.*<\/dialog>/gs, "");
      const names = Array.from(
        shown.matchAll(
          /<(?:button|summary|a) (?![^>]*\bhref="(?!#)[^"]*(?:dashboard|docs|\/)")[^>]*?(?:aria-label="([^"]*)")?>/g,
        ),
        ([, name]) => name,
      ).filter((name) => name !== undefined);
      expect(names.length).toBeGreaterThan(5);
      expect([path, names.filter((name, at) => names.indexOf(name) !== at)]).toEqual([path, []]);
    }
  });
});

describe("what a page shows is text", () => {
  const EVIL = `"'><img src=x onerror=alert(1)>&`;
  const quoted = JSON.stringify(EVIL);
  const seeds = `
merchants: [{ slug: acme, name: ${quoted} }]
keys:
  - { key: ${JSON.stringify(EVIL.replaceAll(" ", "_"))}, merchant: acme }
products:
  - { publicCode: ${quoted}, merchant: acme, currency: ${quoted}, title: ${quoted}, status: ${quoted}, priceMinor: "1" }
  - { publicCode: ${JSON.stringify(`${EVIL}2`)}, merchant: acme, currency: EUR, title: ${quoted} }
orders:
  - { product: ${quoted}, ref: ${quoted}, state: ${quoted}, currency: ${quoted}, amountMinor: "1", refundedMinor: "2", createdAt: now }
faults:
  - { key: ${JSON.stringify(EVIL.replaceAll(" ", "_"))}, respond: 503 }
`;
  const scenarios = { evil: `description: ${quoted}\n` };

  test.each(["", ...PATHS, `/keys?find=${encodeURIComponent(EVIL)}`, "/orders?find=%00%ff<img"])(
    "at /dashboard%s",
    async (path) => {
      const made = dashboard({ seeds, scenarios });
      made.advertise({ baseUrl: `http://x/${EVIL}`, hostedUrl: "http://127.0.0.1:4701" });
      const { status, text } = await made.open(path);
      expect(status).toBe(200);
      expect(text).not.toContain("<img");
      expect(text).not.toContain(`"'>`);
      expect(text).toContain("&lt;img");
    },
  );

  test("in the mistakes of the last edit, too", async () => {
    const made = dashboard();
    const text = `keys:\n  - ${quoted}: 1\n`;
    expect(() => made.reload(loadTexts(text))).toThrow();
    const page = await made.open();
    expect(page.text).not.toContain("<img");
    expect(wordsOf(page.text)).toContain(`unknown field`);
  });
});

describe("the mistakes of the last edit", () => {
  const BAD = "keys:\n  - { key: mst_a_secret, merchant: nobody }\n";

  test("are on the page in full until an edit succeeds", async () => {
    const made = dashboard();
    expect((await made.open()).text).not.toContain('id="mistakes"');
    expect(() => made.reload(loadTexts(BAD))).toThrow();
    const { text } = await made.open("/orders");
    expect(text).toContain('<section class="notice bad" role="alert" id="mistakes">');
    expect(wordsOf(text)).toContain("seeds.yaml:2:36 error: unknown merchant `nobody`");
    made.reload(loadTexts(SEEDS));
    expect((await made.open()).text).not.toContain('id="mistakes"');
  });

  test("are shown to nobody without the token", async () => {
    const made = dashboard({ controlToken: "s3cret" });
    expect(() => made.reload(loadTexts(BAD))).toThrow();
    const refused = await made.open();
    expect([refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([
      401,
      'Basic realm="merchant-sandbox", charset="UTF-8"',
    ]);
    expect(refused.text).not.toContain("mst_a_secret");
  });
});

describe("the guard", () => {
  test.each(["", "/keys", "/pulse", "/requests/req_1", "/dashboard.client.js", "/nothing"])(
    "protects /dashboard%s",
    async (path) => {
      expect((await dashboard({ controlToken: "s3cret" }).open(path)).status).toBe(401);
      const { hosted } = dashboard({ host: "127.0.0.1" });
      const url = `http://127.0.0.1:4701/dashboard${path}`;
      const foreign: HeadersInit[] = [
        { Host: "attacker.test" },
        { Host: "127.0.0.1:4701", Origin: "http://attacker.test" },
        { Host: "127.0.0.1:4701", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "iframe" },
      ];
      for (const headers of foreign) {
        expect((await hosted.fetch(new Request(url, { headers }))).status).toBe(403);
      }
    },
  );
});

describe("the weight of a page", () => {
  const ASSETS =
    /(?:<link rel="(?:stylesheet|icon)"[^>]*href|<script type="module" src)="([^"]+)"/g;

  test.each(["", ...PATHS])(
    "at /dashboard%s is below 120 KB, with all that it loads and a log that is full",
    async (path) => {
      const { hosted, api } = createSandbox();
      for (let n = 0; n < 200; n++) {
        const url = "http://127.0.0.1:4700/api/v1/integration/orders";
        const headers = { Authorization: "Bearer mst_acme_links" };
        await api.fetch(new Request(url, { headers }));
      }
      const load = async (place: string) => {
        const answer = await hosted.fetch(new Request(`http://127.0.0.1:4701${place}`));
        expect([place, answer.status]).toEqual([place, 200]);
        return answer.text();
      };
      const page = await load(`/dashboard${path}`);
      const seen = new Map([["page", page]]);
      const queue = Array.from(page.matchAll(ASSETS), ([, place = ""]) => place);
      for (const place of queue) {
        if (seen.has(place)) continue;
        const text = await load(place);
        seen.set(place, text);
        for (const [, name = ""] of text.matchAll(/^import .* from "\.\/(.+)";$/gm)) {
          queue.push(`/dashboard/${name}`);
        }
      }
      expect(seen.size).toBe(9);
      const bytes = [...seen.values()].map((text) => new TextEncoder().encode(text).length);
      expect(bytes.reduce((sum, more) => sum + more)).toBeLessThan(120_000);
    },
  );
});
