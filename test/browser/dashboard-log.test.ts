// The live request log: what it shows of each request, what can be done with one, and that it loses none.
import { describe, expect, test } from "bun:test";
import { startSandbox } from "../../src/index.ts";
import { listen } from "../../src/runtime/listen.ts";
import { CHROMIUM } from "../support/chromium.ts";
import { expectSound, troublesOf } from "../support/look.ts";
import {
  ATLAS,
  ask,
  dashboards,
  FULL,
  fetchApi,
  LINK_BODY,
  live,
  press,
  rows,
  said,
} from "./dashboard.ts";

describe.skipIf(CHROMIUM === undefined)("the request log", () => {
  const made = dashboards();
  const { open } = made;

  test("shows each request as it is answered, with the why and the hints", async () => {
    const { page, world } = await open();
    world.clock.set({ now: "2026-10-17T09:00:00Z", frozen: true });
    expect(await page.locator(".empty").isVisible()).toBe(true);
    await ask(world, "/api/v1/integration/orders?page=2");
    await ask(world, "orders", "mst_acme_links");
    await ask(world, "/nothing", "mst_nobody_knows");
    const shown = await rows(page, "#log", 3);
    expect(shown.map((row) => row.replace(/ \d+(\.\d)? ms /, " N ms "))).toEqual([
      "404 GET /nothing N ms 10-17 09:00:00 why: /nothing is none of the four paths, which are matched exactly: " +
        "/api/v1/integration/ping, /api/v1/integration/products, /api/v1/integration/orders, /api/v1/integration/checkout-links",
      "403 GET /api/v1/integration/orders mst_acme_links acme N ms 10-17 09:00:00 why: key mst_acme_links of acme (keys.yaml:20) " +
        "lacks orders:read, it holds checkout:links; use a key with the scope, or add it to the key's `scopes`",
      "200 GET /api/v1/integration/orders?page=2 mst_acme_full acme N ms 10-17 09:00:00 " +
        "hint: the query was ignored, the API defines no parameter: page hint: the list was cut from 96 orders to 50",
    ]);
    expect(await page.locator(".empty").isVisible()).toBe(false);
    await expectSound(page);
  });

  test.each([1_023, 1_024, 1_200, 1_366])(
    "shows a request in a few lines where the window is %d wide",
    async (width) => {
      const { page, world } = await open();
      await page.setViewportSize({ width, height: 800 });
      await ask(world, "orders");
      await rows(page, "#log", 1);
      const box = await page.locator("#log summary .request > :nth-child(2)").boundingBox();
      expect(box?.width).toBeGreaterThan(200);
      expect(box?.height).toBeLessThan(40);
    },
  );

  test("tells all of a request that is opened, as text", async () => {
    const { page, world } = await open();
    const evil = '<img src=x onerror="document.title=1">';
    await fetchApi(world, "checkout-links", FULL, {
      body: JSON.stringify({ [evil]: ATLAS, n: 1e21 }),
    });
    await rows(page, "#log", 1);
    await page.locator("#log summary").focus();
    await page.keyboard.press("Enter");
    await page.locator("#log").getByText("Bearer mst_acme_full").waitFor();
    const [request = "", answer = ""] = await page.locator("#log pre").allInnerTexts();
    expect(request).toContain("POST /api/v1/integration/checkout-links\n");
    expect(request).toContain("authorization: Bearer mst_acme_full");
    expect(request).toEndWith(`{\n  ${JSON.stringify(evil)}: "${ATLAS}",\n  "n": 1e+21\n}`);
    expect(answer).toStartWith('400\n\n{\n  "error": {\n    "code": "invalid_request",');
    expect(await page.locator("#log img").count()).toBe(0);
    await expectSound(page);
  });

  test("puts a request on the clipboard as a curl line, which does the same", async () => {
    const { page, world } = await open();
    await fetchApi(world, "checkout-links", FULL, { body: LINK_BODY });
    await rows(page, "#log", 1);
    await page.locator("#log summary").click();
    const [{ id = "" } = {}] = world.requests();
    await press(page, `Copy as curl: ${id}`);
    await said(page, "Copied.");
    const line = await page.evaluate(() => navigator.clipboard.readText());
    const child = Bun.spawn(["sh", "-c", line], { stderr: "ignore" });
    expect(await new Response(child.stdout).text()).toContain(`"productId":"${ATLAS}"`);
    const [first, second] = world.requests();
    const told = ({ method, path, status, key, request, response }: NonNullable<typeof first>) => {
      const { authorization, "content-type": type } = request.headers;
      return { method, path, status, key, authorization, type, body: request.body, response };
    };
    if (first === undefined || second === undefined) throw new TypeError("there are not two");
    expect(told(second)).toEqual(told(first));
    await rows(page, "#log", 2);
  });

  describe("sends a request again", () => {
    test("as it was, and shows it as one of its own", async () => {
      const { page, world } = await open();
      await ask(world, "orders");
      await rows(page, "#log", 1);
      await page.locator("#log summary").click();
      await world.keys.revoke(FULL);
      const [{ id = "" } = {}] = world.requests();
      await press(page, `Replay ${id}`);
      await said(page, "Sent again: 401.");
      const statuses = (await rows(page, "#log", 2)).map((row) => row.slice(0, 3));
      expect(statuses).toEqual(["401", "200"]);
      expect(world.requests().map(({ status, endpoint }) => [status, endpoint])).toEqual([
        [200, "orders"],
        [401, "orders"],
      ]);
    });

    test("but not where its body was never read, and says so", async () => {
      const { page, world } = await open();
      await ask(world, "checkout-links", "mst_nobody_knows");
      await rows(page, "#log", 1);
      await page.locator("#log summary").click();
      const [{ id = "" } = {}] = world.requests();
      await press(page, `Replay ${id}`);
      expect(await page.getByRole("alert").innerText()).toBe(
        `request ${id} can't be sent again: it was refused before its body was read; send it again from your client`,
      );
    });
  });

  test("is filtered by status and endpoint", async () => {
    const { page, world } = await open();
    await ask(world, "ping");
    await ask(world, "orders");
    await ask(world, "orders", "mst_acme_links");
    await ask(world, "ping", "mst_acme_revoked");
    await world.faults.set([{ endpoint: "products", respond: 503 }]);
    await ask(world, "products");
    const status = page.locator("#filter [name=status]");
    const endpoint = page.locator("#filter [name=endpoint]");
    const shown = async (count: number) =>
      (await rows(page, "#log", count)).map((row) =>
        /^(\d+) GET \S*\/(\w+)/.exec(row)?.slice(1).join(" "),
      );
    expect(await shown(5)).toEqual([
      "503 products",
      "401 ping",
      "403 orders",
      "200 orders",
      "200 ping",
    ]);
    await status.fill("4xx");
    expect(await shown(2)).toEqual(["401 ping", "403 orders"]);
    await endpoint.selectOption("orders");
    expect(await shown(1)).toEqual(["403 orders"]);
    await status.fill("5xx");
    await page.getByText("None of the last 5 requests is like that.").waitFor();
    await endpoint.selectOption("");
    await status.fill("401");
    expect(await shown(1)).toEqual(["401 ping"]);
    await ask(world, "ping", "mst_acme_expired");
    await ask(world, "ping");
    expect(await shown(2)).toEqual(["401 ping", "401 ping"]);
    await status.fill("");
    await shown(7);
  });

  test("shows a request that waits, and then its answer in the same place", async () => {
    const { page, world } = await open();
    await world.faults.set([{ endpoint: "ping", delay: "1d" }]);
    const slow = ask(world, "ping");
    const [row = ""] = await rows(page, "#waiting", 1);
    expect(row).toMatch(/^waits GET \/api\/v1\/integration\/ping mst_acme_full acme \d\d-\d\d/);
    await page.locator("#waiting summary").click();
    await page.getByText("not yet").waitFor();
    made.sandbox.sandbox.worlds.get(world.name).release();
    await slow;
    expect(await rows(page, "#log", 1)).toEqual([expect.stringMatching(/^200 GET/)]);
    await page.getByText('"environment": "SANDBOX"').waitFor();
    await rows(page, "#waiting", 0);
  });

  test("draws how much was asked lately, and how it was answered", async () => {
    const { page, world } = await open();
    expect(await page.locator("#chart").isVisible()).toBe(false);
    await ask(world, "ping");
    await ask(world, "orders");
    await ask(world, "ping", "mst_acme_revoked");
    const chart = page.getByRole("img", { name: "Last 5 minutes: 2xx 2, 4xx 1, 5xx 0" });
    await chart.waitFor();
    const bars = await chart
      .locator("rect")
      .evaluateAll((found) =>
        found.map((bar) => [bar.getAttribute("class"), Number(bar.getAttribute("height"))]),
      );
    const height = (name: string) =>
      bars.reduce((sum, [of, more]) => (of === name ? sum + Number(more) : sum), 0);
    expect([height("ok") / height("refused"), height("failed")]).toEqual([2, 0]);
  });

  describe("is emptied", () => {
    test("by a person who is sure", async () => {
      const { page, world } = await open();
      await ask(world, "ping");
      await rows(page, "#log", 1);
      await press(page, "Clear the requests", true);
      await said(page, "The requests are forgotten.");
      await rows(page, "#log", 0);
      expect(world.requests()).toEqual([]);
      await ask(world, "orders");
      expect(await rows(page, "#log", 1)).toEqual([expect.stringContaining("orders")]);
    });

    test("where it is emptied elsewhere", async () => {
      const { page, world } = await open();
      await ask(world, "ping");
      await rows(page, "#log", 1);
      made.sandbox.sandbox.worlds.get(world.name).journal.clear();
      await rows(page, "#log", 0);
      await page.locator(".empty").waitFor();
      await live(page);
    });
  });

  test("shows a hundred at first, more where asked, and no more than are remembered", async () => {
    const { page, world } = await open();
    const { sandbox } = made.sandbox;
    const request = () => new Request(`http://x/w/${world.name}/api/v1/integration/ping`);
    for (let n = 0; n < 150; n++) await sandbox.api.fetch(request());
    await rows(page, "#log", 100);
    await page.getByRole("button", { name: "Show more" }).click();
    await rows(page, "#log", 150);
    for (let n = 0; n < 1_500; n++) await sandbox.api.fetch(request());
    const last = world.requests().at(-1)?.id ?? "";
    await page.locator(`[data-id="${last}"]`).waitFor();
    for (let n = 0; n < 12; n++) {
      const more = page.getByRole("button", { name: "Show more" });
      if (await more.isVisible()) await more.click();
    }
    const ids = await page
      .locator("#log > li")
      .evaluateAll((found) => found.map((row) => row.getAttribute("data-id") ?? ""));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeLessThanOrEqual(1_000);
    expect(ids.slice(0, 500)).toEqual(
      world
        .requests()
        .map(({ id }) => id)
        .toReversed()
        .slice(0, 500),
    );
  });

  describe("loses nothing, and tells nothing twice", () => {
    const idsOn = (page: Awaited<ReturnType<typeof open>>["page"]) =>
      page
        .locator("#log > li")
        .evaluateAll((found) => found.map((row) => row.getAttribute("data-id")));

    test("where its stream breaks off", async () => {
      const { page, world } = await open();
      await ask(world, "ping");
      await rows(page, "#log", 1);
      for (let round = 1; round <= 3; round++) {
        made.sandbox.sandbox.worlds.get(world.name).journal.end();
        for (let n = 0; n < 5; n++) await ask(world, "orders");
        await page.locator("#live", { hasText: "Not connected" }).waitFor();
        await live(page);
        await rows(page, "#log", 1 + round * 5);
      }
      expect(await idsOn(page)).toEqual(
        world
          .requests()
          .map(({ id }) => id)
          .toReversed(),
      );
    });

    test("where the sandbox can't be reached for a while, and says so", async () => {
      const { sandbox, ...running } = await startSandbox({ port: 0 });
      const listened = { hostname: "127.0.0.1", fetch: sandbox.hosted.fetch };
      const first = await listen({ ...listened, port: 0 });
      const page = await made.visit(`http://127.0.0.1:${first.port}/dashboard`);
      await live(page);
      const world = sandbox.handle("default");
      await ask(world, "ping");
      await rows(page, "#log", 1);
      await first.close(0);
      await page.locator("#live", { hasText: "Not connected, trying again" }).waitFor();
      await press(page, "Freeze the clock");
      expect(await page.getByRole("alert").innerText()).toBe(
        "The sandbox does not answer. Is it still running?",
      );
      for (let n = 0; n < 30; n++) await ask(world, "orders");
      const second = await listen({ ...listened, port: first.port });
      await live(page);
      await rows(page, "#log", 31);
      await ask(world, "products");
      await rows(page, "#log", 32);
      expect(await idsOn(page)).toEqual(
        world
          .requests()
          .map(({ id }) => id)
          .toReversed(),
      );
      await page.context().close();
      await second.close(0);
      await running.close(0);
    });
  });

  test("indents JSON without changing a sign of it, and leaves other texts alone", async () => {
    const { page } = await open();
    const indent = (text: string) =>
      page.evaluate(async (given) => {
        const path: string = "/dashboard/request-row.client.js";
        const { indentJson } = await import(path);
        return indentJson(given);
      }, text);
    for (const [text, shown] of [
      [
        '{"a":1.50,"a":[1e400,{}, [ ]],"b":"x, {y}: \\" z"}',
        '{\n  "a": 1.50,\n  "a": [\n    1e400,\n    {},\n    []\n  ],\n  "b": "x, {y}: \\" z"\n}',
      ],
      ['{"n":123456789012345678901234567890}', '{\n  "n": 123456789012345678901234567890\n}'],
      ["[object Object]", "[object Object]"],
      ["", ""],
      ["a, b: {c}", "a, b: {c}"],
      ['"text"', '"text"'],
      [
        '[{"a":1},{"b… (cut at 4 KiB of 9000 bytes)',
        '[\n  {\n    "a": 1\n  },\n  {\n    "b… (cut at 4 KiB of 9000 bytes)',
      ],
    ] as const) {
      expect(await indent(text)).toBe(shown);
    }
  });

  test.each(["", "/keys", "/products", "/orders", "/faults", "/rate-limit", "/worlds"])(
    "and its neighbour are sound at /dashboard%s",
    async (path) => {
      const { page, world } = await open(path);
      await ask(world, "ping");
      await ask(world, "ping", "mst_acme_revoked");
      await world.faults.set([{ respond: 503 }, { endpoint: "ping", drop: "before" }]);
      await ask(world, "orders");
      await rows(page, "#log", 3);
      await page.locator("#log summary").first().click();
      await page.locator("#log").getByText("curl -H").waitFor();
      const folded = page.locator(".panel summary");
      for (const summary of (await folded.all()).slice(0, 2)) await summary.click();
      await expectSound(page);
      expect(troublesOf(page)).toEqual([]);
    },
  );
});
