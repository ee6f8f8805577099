// Tests the client, each test in its own world. Jest runs this with its support for ES modules, as package.json says.
import { expect, test } from "@jest/globals";
import { publishedCodes } from "./catalog.js";
import { inWorld } from "./in-world.js";

const noKey = () => Promise.reject(new Error("There is no new key."));

test(
  "lists a product while it is published",
  inWorld(async (world) => {
    await world.products.add({ publicCode: "RYE-1", merchant: "acme", currency: "EUR" });
    expect(await publishedCodes(world, noKey)).toContain("RYE-1");
    await world.products.change("RYE-1", { status: "DRAFT" });
    expect(await publishedCodes(world, noKey)).not.toContain("RYE-1");
  }),
);

test(
  "uses the new key after the old one was rotated",
  inWorld(async (world) => {
    const { baseUrl, apiKey, keys } = world;
    const { key } = await keys.rotate(apiKey);
    expect(await publishedCodes({ baseUrl, apiKey }, async () => key)).toContain("ATLAS-1");
  }),
);

test(
  "stops if its key may not read products",
  inWorld(async ({ baseUrl, keys, requests }) => {
    const { key } = await keys.create({ merchant: "acme", scopes: ["orders:read"] });
    await expect(publishedCodes({ baseUrl, apiKey: key }, noKey)).rejects.toThrow("403");
    const [rejected] = requests();
    expect(rejected.why).toContain("has no scope catalog:read");
  }),
);
