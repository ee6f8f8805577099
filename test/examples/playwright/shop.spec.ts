// The shop in a browser, against the sandbox that playwright.config.ts starts.
import { buyButton } from "./shop.ts";
import { expect, test } from "./world.ts";

const ATLAS = "a71a5000-0000-4000-8000-000000000001";

test("the button of a product leads to its hosted checkout", async ({ page, world }) => {
  await page.setContent(await buyButton(ATLAS, world));
  const button = page.getByRole("link", { name: "Buy" });
  await expect(button).toHaveAttribute("href", `${world.hostedUrl}/checkout/${ATLAS}`);
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

test("the hosted address shows the world that a shopper would be in", async ({ page, world }) => {
  await page.goto(`${world.hostedUrl}/`);
  await expect(page.getByRole("main")).toContainText(`${world.baseUrl}/api/v1/integration/orders`);
});
