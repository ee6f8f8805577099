// Tests the shop in a browser, each test in its own world. If one fails, the report has its requests and why they were
// rejected.
import { expect, test } from "merchant-sandbox/playwright";
import { buyButton } from "./shop.ts";

const ATLAS = "a71a5000-0000-4000-8000-000000000001";

test("a shopper buys two of a product", async ({ page, world }) => {
  await page.setContent(await buyButton(ATLAS, world));
  await page.getByRole("link", { name: "Buy" }).click();
  await page.getByLabel("Quantity").selectOption("2");
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you, your order is paid");
  const [newest] = world.orders.list();
  expect(newest).toMatchObject({ productId: ATLAS, state: "PAID", amountMinor: "9800" });
});

test("a declined card leaves no order", async ({ page, world }) => {
  const before = world.orders.list();
  await page.goto(`${world.hostedUrl}/checkout/${ATLAS}`);
  await page.getByText("For testers").click();
  await page.getByRole("button", { name: "Decline the card" }).click();
  await expect(page.getByRole("alert")).toContainText("declined");
  expect(world.orders.list()).toEqual(before);
});

test("a product that is withdrawn has no button", async ({ page, world }) => {
  await world.products.change(ATLAS, { status: "DRAFT" });
  await page.setContent(await buyButton(ATLAS, world));
  await expect(page.getByText("Not on sale")).toBeVisible();
  await expect(page.getByRole("link")).toHaveCount(0);
});

test("the shop stays open while the checkout is down", async ({ page, world }) => {
  await world.faults.set([{ respond: 503 }]);
  await page.setContent(await buyButton(ATLAS, world));
  await expect(page.getByText("Come back soon")).toBeVisible();
});
