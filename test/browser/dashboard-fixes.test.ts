// From a rejected request to one that passes: the buttons next to the reason, the request again, and both responses.
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { EndpointName } from "../../src/contract/endpoints.ts";
import type { WorldHandle } from "../../src/index.ts";
import { expectSound } from "../support/look.ts";
import {
  ATLAS,
  ask,
  describeDashboard,
  FULL,
  fetchApi,
  LINK_BODY,
  openNewest,
  press,
  rows,
  said,
} from "./dashboard.ts";

describeDashboard("a rejected request", ({ open }) => {
  const replay = async (page: Page, id: string, status: number) => {
    await press(page, `Replay ${id}`);
    await said(page, `Sent again: ${status}.`);
  };

  describe("is made to pass with the button next to its reason", () => {
    interface Case {
      readonly button: string;
      readonly key?: string;
      readonly endpoint?: EndpointName;
      readonly before: number;
      readonly after?: number;
      readonly prepare?: (world: WorldHandle) => unknown;
    }
    const cases: Record<string, Case> = {
      "for a revoked key": {
        button: `Activate key: ${FULL}`,
        before: 401,
        prepare: ({ keys }) => keys.revoke(FULL),
      },
      "for an expired key": {
        button: "Extend by 90 days: mst_acme_expired",
        key: "mst_acme_expired",
        before: 401,
      },
      "for a key that has expired on a clock that was moved": {
        button: "Back to real time to before mst_acme_expiring expires",
        key: "mst_acme_expiring",
        before: 401,
        prepare: ({ clock }) => clock.advance("91d"),
      },
      "for a missing scope": {
        button: "Add orders:read: mst_acme_links",
        key: "mst_acme_links",
        before: 403,
      },
      "for a merchant without sandbox access": {
        button: "Give sandbox access: acme",
        before: 403,
        prepare: ({ change }) => change({ merchants: [{ slug: "acme", sandboxAccess: false }] }),
      },
      "for a key without sandbox access": {
        button: `Give sandbox access: ${FULL}`,
        before: 403,
        prepare: ({ change }) => change({ keys: [{ key: FULL, sandboxAccess: false }] }),
      },
      "for a product that is not published": {
        button: "Publish ATLAS-1 again",
        endpoint: "checkout-links",
        before: 404,
        after: 201,
        prepare: ({ products }) => products.change(ATLAS, { status: "DRAFT" }),
      },
      "for an empty bucket": {
        button: `Refill bucket of ${FULL}`,
        before: 429,
        prepare: ({ limit, clock }) => {
          clock.freeze();
          return limit({ key: FULL, tokens: 0 });
        },
      },
      "for a fault": {
        button: "Turn fault 2 off",
        before: 503,
        prepare: ({ faults }) =>
          faults.set([
            { endpoint: "ping", respond: 500 },
            { endpoint: "orders", respond: 503 },
          ]),
      },
    };

    test.each(Object.entries(cases))("%s", async (_name, given) => {
      const { button, key = FULL, endpoint = "orders", before, after = 200, prepare } = given;
      const { page, world } = await open();
      await prepare?.(world);
      expect(await ask(world, endpoint, key)).toBe(before);
      const [{ id = "" } = {}] = world.requests();
      await rows(page, "#log", 1);
      await press(page, button);
      // Why: the button is there as long as there is something to fix.
      await page.getByRole("button", { name: button, exact: true }).waitFor({ state: "detached" });
      await page.locator("#log a").click();
      await replay(page, id, after);
      const [response = "", now = ""] = await page.locator(".panel .diff pre").allInnerTexts();
      expect([response.split("\n")[0], now.split("\n")[0]]).toEqual([`${before}`, `${after}`]);
      expect(await page.locator(".panel .diff del").first().innerText()).toBe(`${before}`);
      expect(await page.locator(".panel .diff ins").first().innerText()).toBe(`${after}`);
    });
  });

  test("shows a fix once, at the newest request that it is for, and next to that Replay", async () => {
    const { page, world } = await open();
    for (const key of [FULL, "mst_acme_links", "mst_acme_links"]) await ask(world, "orders", key);
    await rows(page, "#log", 3);
    expect(await page.locator("#log .fixes").allInnerTexts()).toEqual([
      expect.stringMatching(/^Add orders:read\s+Replay$/),
    ]);
    const [newest] = await page.locator("#log > li").all();
    expect(await newest?.locator(".fixes").count()).toBe(1);
    await expectSound(page);
  });

  test("is compared with the one that passes, side by side, without visual or accessibility errors", async () => {
    const { page, world } = await open();
    await ask(world, "orders", "mst_acme_links");
    const id = await openNewest(page, world);
    await press(page, "Add orders:read: mst_acme_links");
    await said(page, "mst_acme_links has orders:read.");
    await replay(page, id, 200);
    const again = world.requests().at(-1)?.id;
    expect(page.url()).toEndWith(`/dashboard/requests/${again}?with=${id}`);
    const [left, right] = await page.locator(".panel .diff pre").all();
    const [a, b] = [await left?.boundingBox(), await right?.boundingBox()];
    expect([a?.y, (a?.x ?? 0) < (b?.x ?? 0)]).toEqual([b?.y ?? 0, true]);
    await expectSound(page);
    await page.reload();
    await page.locator(".panel .diff ins").first().waitFor();
  });

  describe("is edited and sent again", () => {
    test("with another key, and both responses are shown", async () => {
      const { page, world } = await open();
      await ask(world, "orders", "mst_acme_links");
      const id = await openNewest(page, world);
      await page.getByText("Edit and resend").click();
      const headers = page.getByLabel("Headers");
      const sent = await headers.inputValue();
      expect(sent).toContain("authorization: Bearer mst_acme_links");
      await headers.fill(`${sent.replace("mst_acme_links", FULL)}\nX-Own: 1`);
      await page.getByLabel("Path").fill("/api/v1/integration/products?a=b");
      await press(page, `Send the edited ${id}`);
      await said(page, "Sent: 200.");
      const again = world.requests().at(-1);
      expect(again).toMatchObject({ path: "/api/v1/integration/products?a=b", key: FULL });
      expect(again?.request.headers).toMatchObject({
        "x-own": "1",
        "content-type": "application/json",
      });
      expect(await page.locator(".diff").nth(1).innerText()).toContain("x-own: 1");
    });

    test("with another body, of which only the changes are sent", async () => {
      const { page, world } = await open();
      const init = { body: JSON.stringify({ productId: "nothing" }) };
      await fetchApi(world, "checkout-links", FULL, init);
      const id = await openNewest(page, world);
      await page.getByText("Edit and resend").click();
      const [call] = await Promise.all([
        page.waitForRequest(/replay$/),
        page
          .getByRole("textbox", { name: "Body" })
          .fill(LINK_BODY)
          .then(() => press(page, `Send the edited ${id}`)),
      ]);
      expect(call.postDataJSON()).toEqual({ body: LINK_BODY });
      await said(page, "Sent: 201.");
      await expectSound(page);
    });

    test("with an unknown path, and shows the error at the field", async () => {
      const { page, world } = await open();
      await ask(world, "ping");
      const id = await openNewest(page, world);
      await page.getByText("Edit and resend").click();
      await page.getByLabel("Path").fill("ping");
      await press(page, `Send the edited ${id}`);
      expect(await page.getByRole("alert").innerText()).toContain("must be a path");
      expect(await page.getByLabel("Path").getAttribute("aria-invalid")).toBe("true");
    });
  });
});
