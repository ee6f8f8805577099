// The live request log: what it shows of each request, what can be done with one, and that it loses none.
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { ENDPOINTS, type EndpointName } from "../../src/contract/endpoints.ts";
import { startSandbox, type WorldHandle } from "../../src/index.ts";
import { listen } from "../../src/runtime/listen.ts";
import { expectSound } from "../support/look.ts";
import { loadTexts, SEEDS } from "../support/sandbox.ts";
import {
  ATLAS,
  ask,
  describeDashboard,
  FULL,
  fetchApi,
  LINK_BODY,
  live,
  logLines,
  openNewest,
  press,
  rows,
  said,
  searchOf,
} from "./dashboard.ts";

describeDashboard("the request log", (made) => {
  const { open } = made;

  /** Sends a request without the network. */
  async function sendInside({ name }: WorldHandle, endpoint: EndpointName): Promise<void> {
    const url = `http://x/w/${name}${ENDPOINTS[endpoint].path}`;
    const headers = { Authorization: `Bearer ${FULL}` };
    await (await made.sandbox.sandbox.api.fetch(new Request(url, { headers }))).text();
  }

  test("shows each request when it completes, with its reason and hints", async () => {
    const { page, world } = await open();
    world.clock.set({ now: "2026-10-17T09:00:00Z", frozen: true });
    expect(await page.locator(".empty").isVisible()).toBe(true);
    await ask(world, "/api/v1/integration/orders?page=2");
    await ask(world, "orders", "mst_acme_links");
    await ask(world, "/nothing", "live_nobody_knows");
    await page.locator("#clock", { hasText: "2026-10-17 09:00:00" }).waitFor();
    const shown = await rows(page, "#log", 3);
    expect(shown.map((row) => row.replace(/ \d+(\.\d)? ms/, " N ms"))).toEqual([
      "09:00:00 404 GET /nothing N ms no endpoint at /nothing; paths must match exactly: " +
        "/api/v1/integration/ping, /api/v1/integration/products, /api/v1/integration/orders, /api/v1/integration/checkout-links",
      "09:00:00 403 GET orders mst_acme_links N ms key mst_acme_links of acme (keys.yaml:20) " +
        "has no scope orders:read, only checkout:links; use another key, or add orders:read to its scopes Add orders:read Replay",
      "09:00:00 200 GET orders?page=2 mst_acme_full N ms " +
        "the query was ignored, because the API has no parameters: page the list was limited to 50 of 96 orders",
    ]);
    expect(await page.locator(".empty").count()).toBe(0);
    await expectSound(page);
  });

  test("shows a request that needs no reason in one line of 32 pixels", async () => {
    const { page, world } = await open();
    await ask(world, "ping");
    await rows(page, "#log", 1);
    for (const width of [1_024, 1_200, 1_440, 1_920]) {
      await page.setViewportSize({ width, height: 800 });
      const height = (await page.locator("#log > li").boundingBox())?.height ?? 0;
      // Why: the key has a line of its own where there is no room beside it.
      expect([width, height <= (width < 1_300 ? 58 : 35)]).toEqual([width, true]);
    }
  });

  describe("shows the whole request at its own address", () => {
    test("that a row leads to, as text", async () => {
      const { page, world } = await open();
      const evil = '<img src=x onerror="document.title=1">';
      await fetchApi(world, "checkout-links", FULL, {
        body: JSON.stringify({ [evil]: ATLAS, n: 1e21 }),
      });
      await rows(page, "#log", 1);
      await page.locator("#log a").focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Request", exact: true, level: 2 }).waitFor();
      const [{ id = "" } = {}] = world.requests();
      expect(page.url()).toBe(`${world.hostedUrl}/dashboard/requests/${id}`);
      const [request = "", response = "", curl = ""] = await page
        .locator(".panel pre")
        .allInnerTexts();
      expect(request).toContain("POST /api/v1/integration/checkout-links\n");
      expect(request).toContain("authorization: Bearer mst_acme_full");
      expect(request).toEndWith(`{\n  ${JSON.stringify(evil)}: "${ATLAS}",\n  "n": 1e+21\n}`);
      expect(response).toStartWith(`400\ncontent-type: application/json\n`);
      expect(response).toContain(`\nx-request-id: ${id}\n`);
      expect(response).toContain('\n\n{\n  "error": {\n    "code": "invalid_request",');
      expect(curl).toContain("Bearer mst_acme_full");
      expect(await page.locator(".panel img").count()).toBe(0);
      await expectSound(page);
    });

    test("after a reload, with what the log was searched for", async () => {
      const { page, world } = await open("?q=status:4xx");
      await ask(world, "ping");
      await ask(world, "orders", "mst_acme_links");
      await openNewest(page, world);
      await page.locator(".panel .why").waitFor();
      const address = page.url();
      await page.reload();
      expect(page.url()).toBe(address);
      expect(await page.locator(".panel .why").innerText()).toContain("has no scope orders:read");
      expect(await rows(page, "#log", 1)).toEqual([expect.stringContaining("403")]);
      expect(await page.locator("#log [aria-current]").count()).toBe(1);
      await page.goBack();
      await page.getByRole("heading", { name: "Keys" }).waitFor();
    });

    test("without JavaScript, too", async () => {
      const world = await made.sandbox.world();
      await ask(world, "ping", "mst_acme_revoked");
      const page = await made.visit(`${world.hostedUrl}/dashboard`, { javaScriptEnabled: false });
      expect(await page.locator("#log .why").innerText()).toContain("is revoked");
      await page.locator("#log a").click();
      await page.waitForURL(/\/requests\/req_/);
      expect(await page.locator(".panel pre").first().innerText()).toStartWith("GET /api/v1");
    });
  });

  test("puts a request on the clipboard as a curl line, which does the same", async () => {
    const { page, world } = await open();
    await fetchApi(world, "checkout-links", FULL, { body: LINK_BODY });
    await openNewest(page, world);
    const [{ id = "" } = {}] = world.requests();
    await press(page, `Copy as curl: ${id}`);
    await said(page, "Copied.");
    const line = await page.evaluate(() => navigator.clipboard.readText());
    const child = Bun.spawn(["sh", "-c", line], { stderr: "ignore" });
    expect(await new Response(child.stdout).text()).toContain(`"productId":"${ATLAS}"`);
    const [first, second] = world.requests();
    const told = ({ method, path, status, key, request, response }: NonNullable<typeof first>) => {
      const { authorization, "content-type": type } = request.headers;
      return {
        method,
        path,
        status,
        key,
        authorization,
        type,
        body: request.body,
        response: response.body,
      };
    };
    if (first === undefined || second === undefined) throw new TypeError("there are not two");
    expect(told(second)).toEqual(told(first));
    await rows(page, "#log", 2);
  });

  describe("sends a request again", () => {
    test("as it was, and shows the new one", async () => {
      const { page, world } = await open();
      await ask(world, "orders");
      await openNewest(page, world);
      await world.keys.revoke(FULL);
      const [{ id = "" } = {}] = world.requests();
      await press(page, `Replay ${id}`);
      await said(page, "Sent again: 401.");
      const again = world.requests().at(-1)?.id ?? "";
      expect(page.url()).toEndWith(`/dashboard/requests/${again}?with=${id}`);
      expect(await page.locator(".panel .why").innerText()).toContain("is revoked");
      const statuses = (await rows(page, "#log", 2)).map((row) => row.slice(9, 12));
      expect(statuses).toEqual(["401", "200"]);
    });

    test("but not if its body was never read, and says so", async () => {
      const { page, world } = await open();
      await ask(world, "checkout-links", "mst_nobody_knows");
      await openNewest(page, world);
      const [{ id = "" } = {}] = world.requests();
      await press(page, `Replay ${id}`);
      expect(await page.getByRole("alert").innerText()).toBe(
        `Request ${id} cannot be sent again: it was rejected before its body was read. Send it from your client.`,
      );
    });
  });

  test("is searched by status, endpoint, key, id and words, and the address keeps it", async () => {
    const { page, world } = await open();
    await ask(world, "ping");
    await ask(world, "orders");
    await ask(world, "orders", "mst_acme_links");
    await ask(world, "ping", "mst_acme_revoked");
    await world.faults.set([{ endpoint: "products", respond: 503 }]);
    await ask(world, "products");
    const find = searchOf(page, "requests");
    const shown = async (count: number) =>
      (await rows(page, "#log", count)).map((row) => row.split(" ").slice(1, 4).join(" "));
    expect(await shown(5)).toEqual([
      "503 GET products",
      "401 GET ping",
      "403 GET orders",
      "200 GET orders",
      "200 GET ping",
    ]);
    await find.fill("status:4xx");
    expect(await shown(2)).toEqual(["401 GET ping", "403 GET orders"]);
    await find.fill("status:4xx endpoint:orders");
    expect(await shown(1)).toEqual(["403 GET orders"]);
    expect(new URL(page.url()).searchParams.get("q")).toBe("status:4xx endpoint:orders");
    await find.fill("status:5xx ember");
    await page.getByText("None of the last 5 requests matches").waitFor();
    await find.fill("revoked");
    expect(await shown(1)).toEqual(["401 GET ping"]);
    await ask(world, "ping", "mst_acme_revoked");
    await ask(world, "ping");
    expect(await shown(2)).toEqual(["401 GET ping", "401 GET ping"]);
    await find.fill(`id:${world.requests()[2]?.id}`);
    expect(await shown(1)).toEqual(["403 GET orders"]);
    await page.getByRole("link", { name: "5xx 1", exact: true }).click();
    await page.waitForURL(/5xx/);
    await page.locator("#log").getByText("503").first().waitFor();
    expect(await shown(1)).toEqual(["503 GET products"]);
    await find.fill("");
    await shown(7);
    expect(page.url()).toEndWith("/dashboard");
  });

  test("shows a request that waits, and then its response", async () => {
    const { page, world } = await open();
    await world.faults.set([{ endpoint: "ping", delay: "1d" }]);
    const slow = ask(world, "ping");
    const [row = ""] = await rows(page, "#waiting", 1);
    expect(row).toMatch(/ waiting GET ping mst_acme_full/);
    await page.locator("#waiting a").click();
    await page.getByText("not yet").waitFor();
    made.sandbox.sandbox.worlds.get(world.name).release();
    await slow;
    expect(await rows(page, "#log", 1)).toEqual([expect.stringMatching(/ 200 GET/)]);
    await page.getByText('"environment": "SANDBOX"').waitFor();
    await rows(page, "#waiting", 0);
  });

  describe("has new rows wait", () => {
    const fresh = "#fresh";

    test("while a row is pointed at, and shows them once it is not", async () => {
      const { page, world } = await open();
      await ask(world, "ping");
      await rows(page, "#log", 1);
      await page.locator("#log a").hover();
      const before = await page.locator("#log a").boundingBox();
      for (let n = 0; n < 12; n++) await ask(world, "orders", "mst_acme_links");
      await page.locator(fresh, { hasText: /^12 new$/ }).waitFor();
      expect(await page.locator("#log a").boundingBox()).toEqual(before);
      await page.mouse.move(0, 0);
      await rows(page, "#log", 13);
      expect(await page.locator(fresh).isVisible()).toBe(false);
    });

    test("while a row has the focus, until a person asks for them", async () => {
      const { page, world } = await open();
      await ask(world, "ping");
      await rows(page, "#log", 1);
      await page.locator("#log a").focus();
      for (let n = 0; n < 3; n++) await ask(world, "orders");
      await page.locator(fresh, { hasText: /^3 new$/ }).waitFor();
      await rows(page, "#log", 1);
      await page.locator(fresh).click();
      await rows(page, "#log", 4);
    });

    test("while Space has paused the log", async () => {
      const { page, world } = await open();
      await ask(world, "ping");
      await rows(page, "#log", 1);
      await page.keyboard.press(" ");
      await page.locator("#live", { hasText: /^Paused$/ }).waitFor();
      await ask(world, "ping");
      await page.locator(fresh, { hasText: /^1 new$/ }).waitFor();
      await rows(page, "#log", 1);
      await expectSound(page);
      await page.keyboard.press(" ");
      await rows(page, "#log", 2);
      await live(page);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });
  });

  test("goes on after an edit of the seeds, a change and a move of the clock, which it shows", async () => {
    const running = await startSandbox({ port: 0 });
    const { sandbox, baseUrl } = running;
    const page = await made.visit(`${running.hostedUrl}/dashboard`);
    await live(page);
    await ask({ baseUrl }, "orders", "mst_acme_links");
    const [failed = ""] = await rows(page, "#log", 1);
    await running.clock.advance("90d");
    await running.keys.revoke("mst_acme_readonly");
    sandbox.reload(loadTexts(SEEDS));
    await logLines(page, 4);
    await page.locator("#log a").click();
    sandbox.reload(
      loadTexts(SEEDS.replace('scopes: ["checkout:links"] }', "scopes: [orders:read] }")),
    );
    await page.getByRole("button", { name: /^Replay / }).click();
    await said(page, "Sent again: 200.");
    expect(await logLines(page, 6)).toEqual([
      expect.stringContaining("GET orders mst_acme_links"),
      "Seeds reloaded: key mst_acme_links",
      expect.stringMatching(
        /^Seeds reloaded: \d+ merchants, \d+ keys, \d+ products, orders 134 → 2$/,
      ),
      // Why: the seeds do not have this key any more.
      "Changed: key mst_…ly (status revoked)",
      "Clock +90d: key mst_acme_expiring expired",
      expect.stringContaining("has no scope orders:read"),
    ]);
    expect(failed).toContain("403");
    await running.close(0);
  });

  test("shows a dropped connection as such in its row, the chart and the counts", async () => {
    const { page, world } = await open();
    await world.faults.set([
      { endpoint: "ping", drop: "before" },
      { endpoint: "orders", drop: "midway" },
    ]);
    for (const endpoint of ["ping", "orders"] as const) {
      // Why: in the process, because a client of the network sends it again by itself.
      await sendInside(world, endpoint).catch(() => {});
    }
    const shown = await rows(page, "#log", 2);
    expect(shown.map((row) => row.split(" ").slice(1, 4).join(" "))).toEqual([
      "dropped GET orders",
      "dropped GET ping",
    ]);
    expect(await page.locator("#log .good").count()).toBe(0);
    const name = "Last 5 minutes: 2xx 0, 4xx 0, 5xx 0, dropped 2";
    await page.getByRole("group", { name }).waitFor();
    await page.locator("#log a").last().click();
    await page.getByText("connection closed before the response").waitFor();
    await expectSound(page);
  });

  test("draws the recent requests by the status of their responses", async () => {
    const { page, world } = await open();
    const height = async () => (await page.locator("#chart").boundingBox())?.height;
    const before = await height();
    await ask(world, "ping");
    await ask(world, "orders");
    await ask(world, "ping", "mst_acme_revoked");
    const chart = page.getByRole("group", {
      name: "Last 5 minutes: 2xx 2, 4xx 1, 5xx 0, dropped 0",
    });
    await chart.waitFor();
    expect(await height()).toBe(before);
    const bars = await chart
      .locator("rect")
      .evaluateAll((found) =>
        found.map((bar) => [bar.getAttribute("class"), Number(bar.getAttribute("height"))]),
      );
    const heightOf = (name: string) =>
      bars.reduce((sum, [of, more]) => (of === name ? sum + Number(more) : sum), 0);
    expect([heightOf("ok") / heightOf("refused"), heightOf("failed")]).toEqual([2, 0]);
    expect(await chart.locator("title").first().textContent()).toMatch(
      /^\d\d:\d\d:\d[05] to \d\d:\d\d:\d[05] UTC: 2xx \d, 4xx \d, 5xx 0, dropped 0$/,
    );
  });

  describe("is emptied", () => {
    test("after a confirmation", async () => {
      const { page, world } = await open();
      await ask(world, "ping");
      await rows(page, "#log", 1);
      await press(page, "Clear the requests", true);
      await said(page, "The requests are deleted.");
      await rows(page, "#log", 0);
      expect(world.requests()).toEqual([]);
      await ask(world, "orders");
      expect(await rows(page, "#log", 1)).toEqual([expect.stringContaining("orders")]);
    });

    test("if it is cleared elsewhere", async () => {
      const { page, world } = await open();
      await ask(world, "ping");
      await rows(page, "#log", 1);
      made.sandbox.sandbox.worlds.get(world.name).journal.clear();
      await rows(page, "#log", 0);
      await page.locator(".empty").waitFor();
      await live(page);
    });
  });

  test("shows fifty at first, more on demand, and no more than are recorded", async () => {
    const { page, world } = await open();
    for (let n = 0; n < 150; n++) await sendInside(world, "ping");
    await rows(page, "#log", 50);
    await page.getByRole("link", { name: "Show more" }).click();
    await rows(page, "#log", 150);
    await page.mouse.move(0, 0);
    for (let n = 0; n < 1_500; n++) await sendInside(world, "ping");
    const last = world.requests().at(-1)?.id ?? "";
    await page.locator(`#log [data-key="${last}"]`).waitFor();
    await page.goto(`${world.hostedUrl}/dashboard?rows=1000`);
    expect(await idsOn(page)).toEqual(idsOf(world));
  });

  describe("loses no request", () => {
    test("while another panel is open", async () => {
      const { page, world } = await open();
      await ask(world, "ping");
      await page.getByRole("link", { name: "Products" }).click();
      for (let n = 0; n < 5; n++) await ask(world, "orders");
      await page.getByRole("heading", { name: "Products" }).waitFor();
      await rows(page, "#log", 6);
      expect(await idsOn(page)).toEqual(idsOf(world));
    });

    test("while the sandbox can't be reached, and says so", async () => {
      const { sandbox, ...running } = await startSandbox({ port: 0 });
      const listened = { hostname: "127.0.0.1", fetch: sandbox.hosted.fetch };
      const first = await listen({ ...listened, port: 0 });
      const page = await made.visit(`http://127.0.0.1:${first.port}/dashboard`);
      await live(page);
      const world = sandbox.handle("default");
      await ask(world, "ping");
      await rows(page, "#log", 1);
      await first.close(0);
      expect(await page.getByRole("alert").innerText()).toContain("The sandbox does not respond.");
      const clock = await page.locator("#clock").innerText();
      expect(await page.locator("#live").isVisible()).toBe(false);
      expect(await page.getByRole("button", { name: "Freeze the clock" }).isDisabled()).toBe(true);
      for (let n = 0; n < 30; n++) await ask(world, "orders");
      expect(await page.locator("#clock").innerText()).toBe(clock);
      const second = await listen({ ...listened, port: first.port });
      await live(page);
      expect(await page.getByRole("alert").count()).toBe(0);
      expect(await page.getByRole("button", { name: "Freeze the clock" }).isDisabled()).toBe(false);
      await rows(page, "#log", 31);
      await ask(world, "products");
      await rows(page, "#log", 32);
      expect(await idsOn(page)).toEqual(idsOf(world));
      await page.context().close();
      await second.close(0);
      await running.close(0);
    });
  });
});

const idsOn = (page: Page) =>
  page
    .locator("#log > li:not(.divider)")
    .evaluateAll((found) => found.map((row) => row.getAttribute("data-key")));

const idsOf = (world: WorldHandle) =>
  world
    .requests()
    .map(({ id }) => id)
    .toReversed();
