// What a person changes on the dashboard: it can be undone, it is listed with who did it, and what is new is in sight.
import { describe, expect, test } from "bun:test";
import { startSandbox } from "../../src/index.ts";
import { expectSound } from "../support/look.ts";
import { ATLAS, ask, describeDashboard, FULL, live, press, rows, said } from "./dashboard.ts";

describeDashboard("the dashboard", (made) => {
  const { open } = made;

  describe("takes back", () => {
    test("a revoked key", async () => {
      const { page, world } = await open("/keys");
      await press(page, `Revoke ${FULL}`);
      await said(page, `${FULL} is revoked.`);
      expect(await ask(world, "ping")).toBe(401);
      const row = page.locator(`[data-key="${FULL}"]`);
      await row.getByText("revoked").waitFor();
      expect(await row.evaluate((element) => element === document.activeElement)).toBe(true);
      await expectSound(page);
      await press(page, "Undo");
      await said(page, "Undone.");
      expect(await ask(world, "ping")).toBe(200);
    });

    test("an unpublished product", async () => {
      const { page, world } = await open("/products");
      await press(page, "Unpublish ATLAS-1");
      expect(await ask(world, "checkout-links")).toBe(404);
      await press(page, "Undo");
      await said(page, "Undone.");
      expect(await ask(world, "checkout-links")).toBe(201);
    });

    test("a refund", async () => {
      const { page, world } = await open("/orders");
      const [before] = world.orders.list();
      await page.locator(".panel .list summary").first().click();
      await press(page, `Refund in full the order ${before?.id}`);
      await said(page, "The order is changed.");
      expect(world.orders.list()[0]?.state).toBe("REFUNDED");
      await press(page, "Undo");
      await said(page, "Undone.");
      expect(world.orders.list()[0]).toEqual(before ?? never());
    });

    test("a reset", async () => {
      const { page, world } = await open();
      await world.keys.revoke(FULL);
      await ask(world, "ping");
      await press(page, `Reset the world ${world.name}`);
      await said(page, "is reset.");
      expect(await ask(world, "ping")).toBe(200);
      await press(page, "Undo");
      await said(page, "Undone.");
      expect(await ask(world, "ping")).toBe(401);
    });

    test("two resets, one with each click", async () => {
      const { page, world } = await open();
      for (const _reset of [1, 2]) {
        await world.keys.revoke(FULL);
        await press(page, `Reset the world ${world.name}`);
        await said(page, "is reset.");
      }
      await page.getByRole("button", { name: "Undo" }).dblclick();
      await said(page, "Undone.");
      const lines = made.sandbox.sandbox.worlds
        .get(world.name)
        .journal.dividers.map(({ text }) => text);
      expect(lines.filter((text) => text.startsWith("Undone"))).toHaveLength(1);
    });

    test("a deleted world, on its own page and on another", async () => {
      const { page, world } = await open();
      const other = await made.visit(`${made.sandbox.hostedUrl}/dashboard/worlds`);
      await live(other);
      for (const shown of [page, other]) {
        await press(shown, `Delete the world ${world.name}`);
        await said(shown, `The world ${world.name} is deleted.`);
        await page.locator("#away", { hasText: "This world is gone" }).waitFor();
        expect(await ask(world, "ping")).toBe(404);
        await press(shown, "Undo");
        await said(shown, "Undone.");
        await live(page);
        expect(await ask(world, "ping")).toBe(200);
      }
    });

    test("a deleted world, for who has only its secret", async () => {
      const controlToken = "s3cret-of-16-characters";
      const running = await startSandbox({ port: 0, controlToken });
      const world = await running.world();
      const httpCredentials = { username: "", password: world.secret ?? "" };
      const page = await made.visit(`${world.hostedUrl}/dashboard`, { httpCredentials });
      await live(page);
      await press(page, `Delete the world ${world.name}`);
      await said(page, "is deleted.");
      await press(page, "Undo");
      await said(page, "Undone.");
      expect(await ask(world, "ping")).toBe(200);
      await page.context().close();
      await running.close(0);
    });
  });

  test("lists what has changed a world, by whom, and what moves of the clock have done", async () => {
    const { page, world } = await open("/keys");
    await press(page, "Revoke mst_acme_links");
    await said(page, "is revoked.");
    await world.clock.advance("91d");
    const call = { method: "PATCH", headers: { "Content-Type": "application/json" } };
    const address = `${made.sandbox.hostedUrl}/_sandbox/worlds/${world.name}/products/${ATLAS}`;
    await fetch(address, { ...call, body: JSON.stringify({ status: "DRAFT" }) });
    await page.getByRole("link", { name: "Changes" }).click();
    const listed = await rows(page, ".panel .list", 3);
    expect(listed.map((row) => row.replace(/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?/g, "T"))).toEqual([
      "T control API world time T Changed: product ATLAS-1 (status DRAFT)",
      "T program world time T Clock +91d: key mst_acme_expiring expired",
      "T dashboard world time T Changed: key mst_acme_links (status revoked)",
    ]);
    await expectSound(page);
    await press(page, "Back to real time");
    await said(page, "The clock shows real time.");
    const [back = ""] = await rows(page, ".panel .list", 4);
    expect(back).toEndWith("Clock back to real time: key mst_acme_expiring valid again");
  });

  test("names the checkout, and the seeds", async () => {
    const { page, world } = await open("/changes");
    const shop = await made.visit(`${world.hostedUrl}/checkout/${ATLAS}`);
    await shop.getByRole("button", { name: "Pay", exact: true }).click();
    const [row = ""] = await rows(page, ".panel .list", 1);
    expect(row).toMatch(/ checkout world time .* Changed: order checkout-/);
  });

  test("shows the real time next to a different world's time, and links back to it", async () => {
    const { page, world } = await open();
    expect(await page.locator("#real").count()).toBe(0);
    await world.clock.set({ now: "2030-01-01T00:00:00Z", frozen: true });
    await page.locator("#real").waitFor();
    expect(await page.locator("#clock").innerText()).toBe("2030-01-01 00:00:00");
    expect(await page.locator("#real").innerText()).not.toStartWith("2030");
    await press(page, "Back to real time");
    await page.locator("#real").waitFor({ state: "detached" });
    expect(Math.abs(world.clock.now() - Date.now())).toBeLessThan(60_000);
  });

  describe("shows at the top of its list", () => {
    test("a product that was added", async () => {
      const { page, world } = await open("/products");
      await page.getByText("New product").click();
      await page.getByLabel("Code", { exact: true }).fill("NEW-1");
      await page.getByLabel("Price (minor units)").fill("700");
      await press(page, "Add product");
      await said(page, "NEW-1 is a product of acme now.");
      expect(await page.locator(".panel .list > li").first().innerText()).toContain("NEW-1");
      expect(
        world.products.list().find(({ publicCode }) => publicCode === "NEW-1")?.priceMinor,
      ).toBe("700");
      await expectSound(page);
    });

    test("an order that was added", async () => {
      const { page, world } = await open("/orders");
      await page.getByText("New order").click();
      const form = page.locator(".new");
      await form.getByLabel("Product").fill("ATLAS-1");
      await form.getByLabel("Amount (minor units)").fill("123");
      await press(page, "Add order");
      await said(page, "is added.");
      const [newest] = world.orders.list();
      expect(newest?.amountMinor).toBe("123");
      const first = page.locator(".panel .list > li").first();
      expect(await first.getAttribute("data-key")).toBe(newest?.id ?? "");
      await expectSound(page);
    });
  });

  test("shows more of a long list", async () => {
    const { page } = await open("/orders");
    await rows(page, ".panel .list", 30);
    await page.getByRole("link", { name: "Show more orders" }).click();
    await rows(page, ".panel .list", 130);
    await page.reload();
    await live(page);
    await rows(page, ".panel .list", 130);
  });

  describe("changes one of two equal faults:", () => {
    test("switches it off and on, edits it, and removes it", async () => {
      const { page, world } = await open("/faults");
      const fault = { endpoint: "ping", respond: 503, times: 1 } as const;
      await world.faults.set([fault, fault]);
      await rows(page, ".panel .list", 2);
      await press(page, "Turn off fault 2");
      await said(page, "Fault 2 is off.");
      const listed = () => world.faults.list().map(({ hits, ...rest }) => rest);
      expect(listed()).toEqual([fault, { ...fault, off: true }]);
      await press(page, "Turn on fault 2");
      await said(page, "Fault 2 is on.");
      expect(listed()).toEqual([fault, fault]);
      await page.getByText("Edit").nth(1).click();
      const row = page.locator('[data-key="fault-2"]');
      await row.getByLabel("Times").fill("");
      await row.getByLabel("Respond").selectOption("429");
      await press(page, "Save fault 2");
      await said(page, "The fault is changed.");
      expect(listed()).toEqual([fault, { endpoint: "ping", respond: 429 }]);
      await expectSound(page);
      await press(page, "Remove fault 1");
      await rows(page, ".panel .list", 1);
      await world.faults.set([fault, fault]);
      await press(page, "Remove all faults");
      await said(page, "All faults are removed.");
      await press(page, "Undo");
      await said(page, "Undone.");
      expect(listed()).toEqual([fault, fault]);
    });

    test("leaves alone another one that is now in its place, and finds it where it has moved", async () => {
      const { page, world } = await open("/faults");
      const [ping, orders] = [
        { endpoint: "ping", respond: 503 },
        { endpoint: "orders", respond: 503 },
      ] as const;
      await world.faults.set([ping, orders]);
      await rows(page, ".panel .list", 2);
      // Why: as if the page had not yet been notified of what another one did.
      await page.route(/\/pulse\?/, () => {});
      await page.waitForRequest(/\/pulse\?/);
      await world.faults.set([orders]);
      await press(page, "Remove fault 1");
      expect(await page.getByRole("alert").innerText()).toContain("This entry has changed since.");
      expect(world.faults.list()).toMatchObject([orders]);
      await press(page, "Remove fault 2");
      await said(page, "The fault is removed.");
      expect(world.faults.list()).toEqual([]);
    });

    test("keeps what its form has no field for", async () => {
      const { page, world } = await open("/faults");
      const fault = { merchant: "acme", delay: { min: "1ms", max: "2ms" } };
      await world.faults.set([fault]);
      await page.getByText("Edit").click();
      await page.locator('[data-key="fault-1"]').getByLabel("Key").fill(FULL);
      await press(page, "Save fault 1");
      await said(page, "The fault is changed.");
      expect(world.faults.list()).toEqual([{ ...fault, key: FULL, hits: 0 }]);
    });
  });

  test("saves the changes of a world as a scenario, and the requests that are shown as an archive", async () => {
    const { page, world } = await open("?q=status:4xx");
    await world.keys.revoke(FULL);
    await ask(world, "ping");
    await ask(world, "ping", "mst_acme_readonly");
    await rows(page, "#log", 1);
    const save = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name }).click(),
      ]);
      return [download.suggestedFilename(), await Bun.file(await download.path()).text()] as const;
    };
    const [scenario, yaml] = await save("Save as scenario");
    expect([scenario, yaml.includes(`key: ${FULL}\n    status: revoked`)]).toEqual([
      `${world.name}.yaml`,
      true,
    ]);
    const [har, json] = await save("Save as HAR");
    expect([har, JSON.parse(json).log.entries.length]).toEqual([`${world.name}.har`, 1]);
  });
});

function never(): never {
  throw new TypeError("there is no order");
}
