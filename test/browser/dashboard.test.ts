// What a person does in the dashboard, and what becomes of it in the API.
import { describe, expect, test } from "bun:test";
import * as v from "valibot";
import { OrderSchema } from "../../src/contract/endpoints/orders.ts";
import { type SeedOverlay, startSandbox } from "../../src/index.ts";
import { listen } from "../../src/runtime/listen.ts";
import { expectSound, troublesOf } from "../support/look.ts";
import { loadTexts, SEEDS } from "../support/sandbox.ts";
import {
  ask,
  describeDashboard,
  fetchApi,
  live,
  logLines,
  press,
  rows,
  said,
  searchOf,
} from "./dashboard.ts";

describeDashboard("in the dashboard", (made) => {
  const { open } = made;

  describe("a key", () => {
    test("is created as the form says, and works", async () => {
      const { page, world } = await open("/keys");
      await page.getByText("New key").click();
      await page.getByLabel("Merchant", { exact: true }).fill("ember");
      await page.getByLabel("Key", { exact: true }).fill("mst_of_the_form");
      await page.getByLabel("checkout:links").uncheck();
      await page.getByLabel("Expires").fill("now+1h");
      await press(page, "Create key");
      await said(page, "mst_of_the_form is a key of ember now.");
      expect((await rows(page, ".list", 13))[0]).toStartWith("mst_of_the_form");
      const key = "mst_of_the_form";
      expect([await ask(world, "orders", key), await ask(world, "checkout-links", key)]).toEqual([
        200, 403,
      ]);
      world.clock.advance("2h");
      expect(await ask(world, "ping", key)).toBe(401);
      expect(await page.getByLabel("Key", { exact: true }).inputValue()).toBe("");
      expect(troublesOf(page)).toEqual([]);
    });

    test("that is rejected shows its error next to the form and keeps the input", async () => {
      const { page, world } = await open("/keys");
      await page.getByText("New key").click();
      const key = page.getByLabel("Key", { exact: true });
      await key.fill("short");
      await page.getByLabel("Expires").fill("tomorrow");
      await press(page, "Create key");
      expect(await page.getByRole("alert").innerText()).toBe(
        'key: must be 8 to 256 visible ASCII characters, received "short"\n\n' +
          'expiresAt: must be a time like 2026-10-17T09:00:00Z or now-3d, received "tomorrow"',
      );
      expect(await key.getAttribute("aria-invalid")).toBe("true");
      expect(await key.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await key.inputValue()).toBe("short");
      await key.fill("long_enough_now");
      await page.getByLabel("Expires").fill("");
      await press(page, "Create key");
      await said(page, "long_enough_now is a key of acme now.");
      expect(await page.getByRole("alert").count()).toBe(0);
      expect(await ask(world, "ping", "long_enough_now")).toBe(200);
    });

    test("of an unknown merchant is rejected with the same message as in seeds", async () => {
      const { page } = await open("/keys");
      await page.getByText("New key").click();
      await page.getByLabel("Merchant", { exact: true }).fill("acmé");
      await press(page, "Create key");
      expect(await page.getByRole("alert").innerText()).toContain(
        "unknown merchant `acmé` Did you mean `acme`?",
      );
    });

    test("is rotated, once a person is sure: another is in its place", async () => {
      const { page, world } = await open("/keys");
      await press(page, "Rotate mst_acme_full");
      await page.keyboard.press("Escape");
      expect(await ask(world, "ping")).toBe(200);
      await press(page, "Rotate mst_acme_full");
      expect(await page.locator("#question").innerText()).toContain("Rotate mst_acme_full?");
      await page.keyboard.press("Enter");
      expect(await ask(world, "ping")).toBe(200);
      await press(page, "Rotate mst_acme_full", true);
      await said(page, "is in the place of mst_acme_full.");
      const [fresh = ""] = (await page.locator("#message").innerText()).split(" ");
      expect([await ask(world, "ping"), await ask(world, "ping", fresh)]).toEqual([401, 200]);
    });

    test("is put on the clipboard", async () => {
      const { page } = await open("/keys");
      await press(page, "Copy the key mst_ember_full");
      await said(page, "Copied.");
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("mst_ember_full");
    });

    test("is searched by the server while typing", async () => {
      const { page } = await open("/keys");
      await searchOf(page, "panel").fill("ember");
      expect(await rows(page, ".list", 2)).toEqual([
        expect.stringContaining("mst_ember_full"),
        expect.stringContaining("mst_ember_readonly"),
      ]);
      expect(page.url()).toEndWith("/dashboard/keys?find=ember");
      await searchOf(page, "panel").fill("");
      await rows(page, ".list", 12);
    });
  });

  test("a product is unpublished and published, and has its links only then", async () => {
    const { page, world } = await open("/products");
    await press(page, "Unpublish ATLAS-1");
    await said(page, "ATLAS-1 is unpublished.");
    expect(await ask(world, "checkout-links")).toBe(404);
    await page.getByRole("link", { name: "Page of ATLAS-1" }).waitFor({ state: "detached" });
    await press(page, "Publish ATLAS-1");
    await said(page, "ATLAS-1 is published.");
    const answer = await fetchApi(world, "checkout-links");
    expect(answer.status).toBe(201);
    await page.getByLabel("Links of ATLAS-1").click();
    await press(page, "Copy the productUrl of ATLAS-1");
    await said(page, "Copied.");
    const { productUrl, checkoutUrl } = v.parse(
      v.object({ productUrl: v.string(), checkoutUrl: v.string() }),
      await answer.json(),
    );
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(productUrl);
    const link = page.getByRole("link", { name: "Checkout of ATLAS-1" });
    expect(await link.evaluate((element: HTMLAnchorElement) => element.href)).toBe(checkoutUrl);
  });

  describe("an order", () => {
    const newest = async (world: { readonly baseUrl: string }) => {
      const [order] = v.parse(v.array(OrderSchema), await (await fetchApi(world, "orders")).json());
      return order;
    };

    test("is refunded in full", async () => {
      const { page, world } = await open("/orders");
      const before = await newest(world);
      const row = page.locator(`[data-key="${before?.id}"]`);
      await row.locator("summary").click();
      await press(page, `Refund in full the order ${before?.id}`);
      await said(page, "The order is changed.");
      expect(await newest(world)).toEqual({
        ...v.parse(OrderSchema, before),
        state: "REFUNDED",
        refundedMinor: before?.amountMinor ?? "",
      });
      await row.getByText("€49.00 refunded").waitFor();
      expect(await row.locator("details").getAttribute("open")).toBe("");
    });

    test("is refunded in part, and its state changed", async () => {
      const { page, world } = await open("/orders");
      const before = await newest(world);
      const row = page.locator(`[data-key="${before?.id}"]`);
      await row.locator("summary").click();
      await row.getByLabel("Refunded").fill("1234567890123456789012");
      await row.getByLabel("State").fill("DISPUTED");
      await press(page, `Change the order ${before?.id}`);
      await said(page, "The order is changed.");
      expect(await newest(world)).toMatchObject({
        state: "DISPUTED",
        refundedMinor: "1234567890123456789012",
      });
      await row.getByLabel("Refunded").fill("-1");
      await press(page, `Change the order ${before?.id}`);
      expect(await row.getByRole("alert").innerText()).toBe(
        'refundedMinor: must be an amount in minor units, in plain digits like 4900, received "-1"',
      );
    });
  });

  test("the clock is moved on, frozen, set and let run", async () => {
    const { page, world } = await open();
    const key = "mst_acme_expiring";
    expect(await ask(world, "ping", key)).toBe(200);
    await press(page, "+90 d: move the clock forward by 90 days");
    await said(page, "It is 90 days later.");
    expect(await ask(world, "ping", key)).toBe(401);
    await page.locator(`[data-key="${key}"]`).getByText("expired", { exact: true }).waitFor();
    await press(page, "Freeze the clock");
    await said(page, "The clock is frozen.");
    expect(world.clock.frozen).toBe(true);
    await page.getByLabel("Time to set the clock to").fill("2026-10-17T09:00:00Z");
    await press(page, "Set the clock");
    await page.locator("#clock", { hasText: "2026-10-17 09:00:00" }).waitFor();
    expect(world.clock.now()).toBe(Date.parse("2026-10-17T09:00:00Z"));
    for (const [name, time] of [
      ["+1 h: move the clock forward by an hour", "2026-10-17 10:00:00"],
      ["+1 d: move the clock forward by a day", "2026-10-18 10:00:00"],
    ] as const) {
      await press(page, name);
      await page.locator("#clock", { hasText: time }).waitFor();
    }
    await press(page, "Run the clock on");
    await page.locator("#clock", { hasText: "2026-10-18 10:00:01" }).waitFor();
    expect(world.clock.frozen).toBe(false);
  });

  test("faults are added from a form, hit, and are removed one by one or all", async () => {
    const { page, world } = await open("/faults");
    const add = async (fields: Record<string, string>, choices: Record<string, string>) => {
      for (const [name, text] of Object.entries(fields))
        await page.locator(".new").getByLabel(name, { exact: true }).fill(text);
      for (const [name, text] of Object.entries(choices)) {
        await page.locator(".new").getByRole("combobox", { name, exact: true }).selectOption(text);
      }
      await press(page, "Add fault");
    };
    await page.getByText("New fault").click();
    await add(
      { Key: "mst_acme_full", "Skip first": "1", Times: "2", Probability: "1", Delay: "1ms" },
      { Endpoint: "orders", Respond: "503" },
    );
    await rows(page, ".list", 1);
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push(await ask(world, "orders"));
    expect(statuses).toEqual([200, 503, 503, 200]);
    await page.locator(".list", { hasText: "2 hits" }).waitFor();
    await add({}, { Endpoint: "ping", Drop: "before" });
    const listed = [
      "1 orders, key mst_acme_full, after 1, 2 times, with probability 1, delayed by 1ms, responds with 503 0 hits Turn off Remove Edit",
      "2 ping, connection closed before the response 0 hits Turn off Remove Edit",
    ];
    expect(await rows(page, ".list", 2)).toEqual(listed);
    expect(await ask(world, "ping").catch(() => "closed")).toBe("closed");
    await press(page, "Remove fault 1");
    expect(await rows(page, ".list", 1)).toEqual([listed[1]?.replace(/^2/, "1") ?? ""]);
    await add({ Times: "many" }, {});
    expect(await page.getByRole("alert").innerText()).toBe(
      'times: must be a whole number, 1 or more, received "many"',
    );
    await add({ Times: "" }, { Endpoint: "orders", Respond: "404" });
    await rows(page, ".list", 2);
    await press(page, "Remove all faults");
    await said(page, "All faults are removed.");
    expect([world.faults.list(), await ask(world, "orders")]).toEqual([[], 200]);
  });

  test("buckets are drained and filled, and are live gauges", async () => {
    const { page, world } = await open("/rate-limit");
    const gauge = page.getByLabel("Tokens of mst_acme_limited");
    world.clock.freeze();
    await press(page, "Empty the bucket of mst_acme_limited");
    await said(page, "its next request gets 429.");
    expect(await ask(world, "ping", "mst_acme_limited")).toBe(429);
    expect(await gauge.getAttribute("value")).toBe("0");
    await press(page, "Fill the bucket of mst_acme_limited");
    await said(page, "is full.");
    expect(await ask(world, "ping", "mst_acme_limited")).toBe(200);
    await page.locator("meter[value='4'][max='5']").waitFor();
    world.clock.advance("500ms");
    await page.locator("meter[value='4.5'][max='5']").waitFor();
    await press(page, "Empty all buckets");
    await said(page, "All buckets are empty");
    expect([await ask(world, "ping"), await ask(world, "ping", "mst_ember_full")]).toEqual([
      429, 429,
    ]);
    await press(page, "Fill all buckets");
    await said(page, "All buckets are full.");
    expect(await ask(world, "ping")).toBe(200);
  });

  describe("a world", () => {
    test("is made over a scenario, opened, and deleted", async () => {
      const { page } = await open("/worlds");
      const { sandbox } = made;
      await page.getByText("New world").click();
      await page.getByLabel("Name", { exact: true }).fill("of-the-form");
      await page.getByLabel("Scenario").fill("revoked-key");
      await press(page, "Make world");
      await said(page, "The world of-the-form was created.");
      expect(await page.locator(".list > li").first().innerText()).toStartWith("of-the-form");
      const baseUrl = `${sandbox.baseUrl}/w/of-the-form`;
      expect(await ask({ baseUrl }, "ping")).toBe(401);
      await page.getByRole("link", { name: "of-the-form" }).click();
      await page.getByRole("heading", { name: "World of-the-form" }).waitFor();
      await live(page);
      expect(troublesOf(page)).toEqual([]);
      await press(page, "Delete the world of-the-form");
      await page.locator("#away", { hasText: "This world is gone" }).waitFor();
      expect(await ask({ baseUrl }, "ping")).toBe(404);
      await page.locator(".switcher").click();
      await page.getByRole("link", { name: "default", exact: true }).click();
      await page.getByRole("heading", { name: "World default" }).waitFor();
    });

    test("is rejected if its name is taken or its scenario is unknown", async () => {
      const { page } = await open("/worlds");
      await page.getByText("New world").click();
      await page.getByLabel("Name", { exact: true }).fill("default");
      await press(page, "Make world");
      const alert = page.getByRole("alert");
      expect(await alert.innerText()).toBe("The world default already exists. Use another name.");
      await page.getByLabel("Name", { exact: true }).fill("");
      await page.getByLabel("Scenario").fill("revoked-kay");
      await press(page, "Make world");
      await page.getByRole("alert", { name: "" }).filter({ hasText: "no scenario" }).waitFor();
      expect(await alert.innerText()).toContain("Did you mean `revoked-key`?");
    });

    test("is reset to its seeds, and its log goes on below a divider", async () => {
      const { page, world } = await open("/keys");
      await world.keys.revoke("mst_acme_full");
      await ask(world, "ping");
      const refused = expect.stringMatching(/^401 GET ping/);
      expect(await logLines(page, 2)).toEqual([
        refused,
        "Changed: key mst_acme_full (status revoked)",
      ]);
      await press(page, `Reset the world ${world.name}`);
      await said(page, `The world ${world.name} is reset.`);
      expect(await logLines(page, 3)).toEqual([
        "World reset",
        refused,
        "Changed: key mst_acme_full (status revoked)",
      ]);
      expect(world.requests()).toEqual([]);
      await page.locator("#log a").click();
      await page.getByRole("button", { name: /^Replay / }).click();
      await said(page, "Sent again: 200.");
      const [again] = await logLines(page, 4);
      expect(again).toMatch(/^200 GET ping/);
      await expectSound(page);
    });

    test("is saved as seeds that load again", async () => {
      const { page, world } = await open();
      await world.keys.revoke("mst_acme_full");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Save as seeds" }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`${world.name}.yaml`);
      const text = await Bun.file(await download.path()).text();
      expect(loadTexts(text).diagnostics.filter(({ severity }) => severity === "error")).toEqual(
        [],
      );
      expect(text).toContain("status: revoked");
    });

    test("that is deleted elsewhere is shown as gone", async () => {
      const { page, world } = await open();
      world.drop();
      await page.locator("#away", { hasText: "This world is gone" }).waitFor();
    });

    test("is one of two that are open side by side, and neither shows in the other", async () => {
      const [one, two] = [await open("/keys"), await open("/keys")];
      await press(one.page, "Revoke mst_acme_full");
      await said(one.page, "mst_acme_full is revoked.");
      expect([await ask(one.world, "ping"), await ask(two.world, "orders")]).toEqual([401, 200]);
      expect(await rows(one.page, "#log", 1)).toEqual([expect.stringMatching(/ 401 GET ping/)]);
      expect(await rows(two.page, "#log", 1)).toEqual([expect.stringMatching(/ 200 GET orders/)]);
      await two.page.locator('[data-key="mst_acme_full"]').getByText("active").waitFor();
    });
  });

  describe("what is done elsewhere", () => {
    test("appears without disturbing the user's input", async () => {
      const { page, world } = await open("/keys");
      await ask(world, "ping");
      await rows(page, "#log", 1);
      await page.getByText("New key").click();
      const field = page.getByLabel("Key", { exact: true });
      await field.fill("half_a_k");
      await page.evaluate(() => document.querySelector(".panel")?.scrollTo(0, 40));
      await world.keys.revoke("mst_acme_full");
      await page.locator('[data-key="mst_acme_full"]').getByText("revoked").waitFor();
      await page.keyboard.type("ey");
      expect(await field.inputValue()).toBe("half_a_key");
      expect(await page.evaluate(() => document.querySelector(".panel")?.scrollTop)).toBe(40);
      await rows(page, "#log", 1);
    });

    test.each([
      ["an order", "/orders", ".tabs", "Orders 135"],
      ["the clock", "", "#clock", "2030-01-01 00:00:00"],
      ["a product", "/products", "[data-key] .line", "UNPUBLISHED"],
      ["faults", "/keys", ".tabs", "Faults 1"],
    ])("shows up: %s", async (_what, path, place, text) => {
      const { page, world } = await open(path);
      await world.orders.add({ product: "ATLAS-1", amountMinor: "1" });
      world.clock.set({ now: "2030-01-01T00:00:00Z", frozen: true });
      const [product] = made.sandbox.sandbox.worlds.get(world.name).state.products.keys();
      await world.products.change(product ?? "", { status: "UNPUBLISHED" });
      await world.faults.set([{ respond: 503 }]);
      await page.locator(place, { hasText: text }).first().waitFor();
    });
  });

  test("mistakes in the seeds come up as a red bar, and go when they are fixed", async () => {
    const running = await startSandbox({ port: 0 });
    const page = await made.visit(`${running.hostedUrl}/dashboard`);
    await live(page);
    const { sandbox } = running;
    expect(() => sandbox.reload(loadTexts("keys:\n  - key: mst_x_y_z\n    scope: []\n"))).toThrow();
    const bar = page.locator("#mistakes");
    await bar.waitFor();
    expect(await bar.innerText()).toContain("seeds.yaml:3:5 error: unknown field `scope`");
    expect(await bar.innerText()).toContain("Did you mean `scopes`?");
    await expectSound(page);
    sandbox.reload(loadTexts(SEEDS));
    await bar.waitFor({ state: "detached" });
    await page.locator('[data-key="mst_globex_full"]').waitFor();
    await live(page);
    await running.close(0);
  });

  describe("the longest of everything, among one of each kind,", () => {
    const long = "x".repeat(250);
    const word = "W".repeat(200);
    const digits = "9".repeat(36);
    const seeds = {
      merchants: [{ slug: long.slice(0, 64), name: long.slice(0, 200) }],
      keys: [
        { key: long, merchant: long.slice(0, 64), sandboxAccess: false },
        { key: "mst_revoked", merchant: long.slice(0, 64), status: "revoked" },
        { key: "mst_expired", merchant: long.slice(0, 64), expiresAt: "now-1d" },
        { key: "mst_reads", merchant: long.slice(0, 64), scopes: ["catalog:read"] },
      ],
      products: [
        {
          publicCode: word,
          merchant: long.slice(0, 64),
          currency: word,
          status: word,
          title: word,
        },
        { publicCode: long, merchant: long.slice(0, 64), currency: "EUR", priceMinor: digits },
      ],
      orders: [
        {
          product: word,
          state: word,
          amountMinor: digits,
          refundedMinor: digits,
          createdAt: "now-1h",
        },
      ],
      faults: [
        { key: long, delay: "1ms", respond: 503 },
        { endpoint: "products", drop: "before" },
      ],
    } satisfies SeedOverlay;

    test.each(["/request", "/keys", "/products", "/orders", "/faults", "/rate-limit", "/worlds"])(
      "fits into the window without accessibility errors at /dashboard%s",
      async (path) => {
        const name = `${path.slice(1)}-${long}`.slice(0, 64);
        const world = await made.sandbox.world({ name, seeds });
        await ask(world, `/api/v1/integration/ping/${word}?${word}=${word}`, long, {
          headers: { [long]: long },
        });
        const [{ id = "" } = {}] = world.requests();
        for (const key of ["mst_revoked", "mst_reads"]) await ask(world, "ping", key);
        const place = path === "/request" ? `/requests/${id}` : path;
        const page = await made.visit(`${world.hostedUrl}/dashboard${place}`);
        await live(page);
        await rows(page, "#log", 3);
        for (const summary of await page.locator(".panel .list summary").all())
          await summary.click();
        await expectSound(page);
      },
    );
  });

  test("the page asks for changes at a low priority, so that it counts as loaded", async () => {
    const { page } = await open();
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    const priority = await new Promise((resolve) => {
      session.on("Network.requestWillBeSent", ({ request }) => {
        if (request.url.includes("/pulse?")) resolve(request.initialPriority);
      });
    });
    expect(priority).toBe("Low");
  });

  test("panels change without a new page, there and back again", async () => {
    const { page, world } = await open();
    await ask(world, "ping");
    await rows(page, "#log", 1);
    await page.evaluate(() => Object.assign(window, { sameAsBefore: true }));
    await page.getByRole("link", { name: "Products" }).click();
    await page.getByRole("heading", { name: "Products" }).waitFor();
    expect(await page.title()).toBe(`Products of ${world.name} · Dashboard · merchant-sandbox`);
    await page.getByRole("link", { name: "Rate limits" }).click();
    await page.getByRole("heading", { name: "Rate limits" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Products" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Keys" }).waitFor();
    expect(await page.evaluate(() => "sameAsBefore" in window)).toBe(true);
    expect(await rows(page, "#log", 1)).toHaveLength(1);
  });

  test("a phone shows the requests or a panel, and the way between them", async () => {
    const world = await made.sandbox.world();
    const viewport = { width: 375, height: 800 };
    const page = await made.visit(`${world.hostedUrl}/dashboard`, { viewport });
    const [requests, keys] = [page.locator(".requests"), page.locator(".panel")];
    expect([await requests.isVisible(), await keys.isVisible()]).toEqual([true, false]);
    await page.getByRole("link", { name: "Keys" }).click();
    await keys.waitFor();
    expect(await requests.isVisible()).toBe(false);
    await page.getByRole("link", { name: "Requests" }).click();
    await requests.waitFor();
    expect(await keys.isVisible()).toBe(false);
  });

  test("a page without JavaScript is readable, says so, and sends nothing", async () => {
    const world = await made.sandbox.world();
    const page = await made.visit(`${world.hostedUrl}/dashboard/keys`, {
      javaScriptEnabled: false,
    });
    expect(await page.locator("noscript").innerText()).toContain("Without JavaScript");
    expect(await page.getByText("mst_acme_full", { exact: true }).isVisible()).toBe(true);
    expect(await page.getByRole("button", { name: "Revoke mst_acme_full" }).isVisible()).toBe(
      false,
    );
    await searchOf(page, "panel").fill("ember");
    await page.keyboard.press("Enter");
    await page.waitForURL(/find=ember/);
    expect(await page.locator(".list > li").count()).toBe(2);
  });

  describe("if a token is required", () => {
    test.each(["", "/w/flaky"])("the browser logs in once, at %s/dashboard", async (prefix) => {
      const running = await startSandbox({ port: 0, controlToken: "s3cret-of-16-characters" });
      const httpCredentials = { username: "", password: "s3cret-of-16-characters" };
      const page = await made.visit(`${running.hostedUrl}${prefix}/dashboard`, { httpCredentials });
      await live(page);
      await press(page, "Revoke mst_acme_full");
      await said(page, "mst_acme_full is revoked.");
      const baseUrl = running.baseUrl + prefix;
      await ask({ baseUrl }, "ping", "mst_nobody_knows");
      expect(await rows(page, "#log", 1)).toEqual([expect.stringMatching(/ 401 GET/)]);
      await page.locator("#log a").click();
      await page.getByText("authorization: Bearer YOUR_KEY").waitFor();
      await running.close(0);
    });
  });

  test.each(["", "/faults"])(
    "a login in the address of /dashboard%s works like one that is typed",
    async (path) => {
      const running = await startSandbox({ port: 0, controlToken: "s3cret-of-16-characters" });
      const address = `${running.hostedUrl.replace("//", "//any:s3cret-of-16-characters@")}/dashboard`;
      const page = await made.visit(address + path);
      await live(page);
      await page.getByRole("link", { name: "Keys" }).click();
      await live(page);
      await press(page, "Revoke mst_acme_full");
      await said(page, "mst_acme_full is revoked.");
      await page.getByRole("link", { name: "Orders" }).click();
      await page.getByRole("heading", { name: "Orders" }).waitFor();
      await searchOf(page, "panel").fill("club");
      await page.waitForURL(/\/dashboard\/orders\?find=club$/);
      expect(troublesOf(page)).toEqual([]);
      await page.context().close();
      await running.close(0);
    },
  );

  test("everything works behind a proxy that gives the hosted address a path", async () => {
    const running = await startSandbox({ port: 0 });
    const { sandbox } = running;
    const proxy = await listen({
      hostname: "127.0.0.1",
      port: 0,
      fetch(request) {
        const { pathname, search, origin } = new URL(request.url);
        if (!pathname.startsWith("/sand/box/")) return new Response(null, { status: 404 });
        return sandbox.hosted.fetch(new Request(origin + pathname.slice(9) + search, request));
      },
    });
    const hostedUrl = `http://127.0.0.1:${proxy.port}/sand/box`;
    sandbox.advertise({ baseUrl: running.baseUrl, hostedUrl });
    const page = await made.visit(`${hostedUrl}/w/slow/dashboard/worlds`);
    await live(page);
    await page.getByRole("link", { name: "default", exact: true }).last().click();
    await page.getByRole("heading", { name: "World default" }).waitFor();
    await live(page);
    await press(page, "Revoke mst_acme_full");
    await said(page, "mst_acme_full is revoked.");
    expect(await ask(running, "ping")).toBe(401);
    await rows(page, "#log", 1);
    expect(troublesOf(page)).toEqual([]);
    await proxy.close(0);
    await running.close(0);
  });
});
