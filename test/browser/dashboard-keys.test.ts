// The dashboard by keyboard alone, the way to other worlds, and failures that show without a look at the page.
import { expect, test } from "bun:test";
import { expectSound } from "../support/look.ts";
import {
  ask,
  describeDashboard,
  FULL,
  fetchApi,
  live,
  openNewest,
  rows,
  said,
  searchOf,
} from "./dashboard.ts";

describeDashboard("the dashboard", (made) => {
  const { open } = made;

  test("is used by keyboard: find, walk through the rows, open, copy, replay, undo", async () => {
    const { page, world } = await open();
    for (const endpoint of ["ping", "products", "orders"] as const) await ask(world, endpoint);
    await rows(page, "#log", 3);
    const keys = async (...pressed: string[]) => {
      for (const key of pressed) await page.keyboard.press(key);
    };
    await keys("/");
    await page.keyboard.type("endpoint:p");
    expect(await searchOf(page, "requests").inputValue()).toBe("endpoint:p");
    await searchOf(page, "requests").fill("");
    await rows(page, "#log", 3);
    await page.locator("h1").click();
    await keys("j", "j", "j", "k");
    const [, products] = world.requests();
    expect(await page.evaluate(() => document.activeElement?.closest("li")?.dataset.key)).toBe(
      products?.id ?? "",
    );
    await keys("c");
    await said(page, "Copied.");
    expect(page.url()).toEndWith(`/requests/${products?.id}`);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toStartWith("curl ");
    await keys("r");
    await said(page, "Sent again: 200.");
    expect(world.requests()).toHaveLength(4);
    await page.getByRole("link", { name: /^Keys/ }).click();
    await page.getByRole("button", { name: `Revoke ${FULL}`, exact: true }).click();
    await said(page, "is revoked.");
    await keys("u");
    await said(page, "Undone.");
    expect(await ask(world, "ping")).toBe(200);
  });

  test("lists its keys, and finds what else can be done, and other worlds", async () => {
    const { page, world } = await open();
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "Keys", level: 2, exact: true }).last().waitFor();
    expect(await page.locator("#keys").innerText()).toContain("Replay it");
    await expectSound(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("+90 d");
    expect(await page.locator("#commands button").allInnerTexts()).toEqual([
      "+90 d: move the clock forward by 90 days",
    ]);
    await expectSound(page);
    await page.keyboard.press("Enter");
    await said(page, "It is 90 days later.");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("rate-lim");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/w\/rate-limited\/dashboard$/);
    await live(page);
    await page.goto(`${world.hostedUrl}/dashboard`);
    await live(page);
  });

  test("leads to other worlds from its header, without JavaScript, too", async () => {
    const world = await made.sandbox.world();
    const page = await made.visit(`${world.hostedUrl}/dashboard`, { javaScriptEnabled: false });
    await page.locator(".switcher summary").click();
    expect(await page.locator(".switcher [aria-current]").innerText()).toBe(world.name);
    await page.getByRole("link", { name: "rate-limited", exact: true }).first().click();
    await page.waitForURL(/\/w\/rate-limited\/dashboard$/);
  });

  test("shows in its title and its icon how many requests failed lately", async () => {
    const { page, world } = await open();
    const icon = () => page.locator("link[rel=icon]").getAttribute("href");
    expect([await page.title(), await icon()]).toEqual([
      `Requests of ${world.name} · Dashboard · merchant-sandbox`,
      `/w/${world.name}/assets/favicon.svg`,
    ]);
    await ask(world, "ping", "mst_acme_revoked");
    await ask(world, "orders", "mst_acme_links");
    await page.waitForFunction(() => document.title.startsWith("(2) Requests of"));
    expect(await icon()).toBe(`/w/${world.name}/dashboard/failing.svg`);
    await page.reload();
    expect(await page.title()).toStartWith("(2) Requests of ");
  });

  test("is filtered by a click on a bar of its chart", async () => {
    const { page, world } = await open();
    world.clock.set({ now: "2030-01-01T00:00:00Z", frozen: true });
    await ask(world, "ping");
    await rows(page, "#log", 1);
    await page.locator("#chart svg a").click();
    await page.waitForURL(/q=at%3A\d\d%3A\d\d%3A\d[05]/);
    expect(await rows(page, "#log", 1)).toEqual([expect.stringContaining("GET ping")]);
    await searchOf(page, "requests").fill("at:00:00:05");
    await page.getByText("None of the last 1 requests matches").waitFor();
    await expectSound(page);
  });

  test("shows the beginning of a long body, all of it, and saves it", async () => {
    const { page, world } = await open();
    const body = JSON.stringify({ text: "x".repeat(30_000), end: "last" });
    await fetchApi(world, "checkout-links", FULL, { body });
    await openNewest(page, world);
    const shown = page.locator(".panel pre").first();
    await shown.waitFor();
    expect(await shown.innerText()).toEndWith("x…");
    await page.getByRole("link", { name: "Show all" }).click();
    await page.waitForURL(/all=1/);
    await page.locator(".panel pre").first().getByText('"end": "last"').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Save the body of the response" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^req_\w+\.json$/);
    expect(await Bun.file(await download.path()).text()).toBe(
      world.requests()[0]?.response.body ?? "",
    );
  });
});
