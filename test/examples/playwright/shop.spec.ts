// Tests the shop in a browser, against the sandbox that playwright.config.ts starts.
import { buyButton } from "./shop.ts";
import { expect, orders, test } from "./world.ts";

const ATLAS = "a71a5000-0000-4000-8000-000000000001";

test("a shopper buys two of a product", async ({ page, world }) => {
  await page.setContent(await buyButton(ATLAS, world));
  await page.getByRole("link", { name: "Buy" }).click();
  await page.getByLabel("Quantity").selectOption("2");
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you, your order is paid");
  const [newest] = await orders(world);
  expect(newest).toMatchObject({ productId: ATLAS, state: "PAID", amountMinor: "9800" });
});

test("a declined card leaves no order", async ({ page, world }) => {
  const before = await orders(world);
  await page.goto(`${world.hostedUrl}/checkout/${ATLAS}`);
  await page.getByText("For testers").click();
  await page.getByRole("button", { name: "Decline the card" }).click();
  await expect(page.getByRole("alert")).toContainText("declined");
  expect(await orders(world)).toEqual(before);
});

test("a product that is withdrawn has no button", async ({ page, request, world }) => {
  const product = `/_sandbox/worlds/${world.name}/products/${ATLAS}`;
  await request.patch(product, { data: { status: "DRAFT" } });
  await page.setContent(await buyButton(ATLAS, world));
  await expect(page.getByText("Not on sale")).toBeVisible();
  await expect(page.getByRole("link")).toHaveCount(0);
});

test("the shop stays open while the checkout is down", async ({ page, request, world }) => {
  await request.put(`/_sandbox/worlds/${world.name}/faults`, { data: [{ respond: 503 }] });
  await page.setContent(await buyButton(ATLAS, world));
  await expect(page.getByText("Come back soon")).toBeVisible();
});
