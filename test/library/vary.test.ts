// `vary` and `variations` in a test.
import { expect, test } from "bun:test";
import type { WorldHandle } from "../../src/client/world-handle.ts";
import { createSandbox } from "../../src/library/library.ts";
import { VariationError, variations, vary } from "../../src/library/vary.ts";

const OPTIONS = { seed: 42, runs: 20, only: ["list-order"] };

async function times(world: WorldHandle): Promise<number[]> {
  const headers = { Authorization: `Bearer ${world.apiKey}` };
  const response = await fetch(`${world.baseUrl}/api/v1/integration/orders`, { headers });
  const orders = (await response.json()) as { createdAt: string }[];
  return orders.map(({ createdAt }) => Date.parse(createdAt));
}

test("a test that relies on the order of lists fails with what it relies on", async () => {
  const error = await vary(async (world) => {
    expect(await times(world)).toEqual((await times(world)).toSorted((a, b) => b - a));
  }, OPTIONS).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(VariationError);
  if (!(error instanceof VariationError)) return;
  expect(error.message).toStartWith("The client relies on the order of lists, but §4.3");
  expect(error.message).toEndWith("seed 42");
  expect(error.failures).toHaveLength(1);
});

test("a test that relies on nothing passes", async () => {
  await vary(async (world) => {
    expect((await times(world)).every((time) => time > 0)).toBe(true);
  }, OPTIONS);
});

test("a test may drop its world", async () => {
  await vary((world) => world.drop(), { runs: 3 });
});

test("a test that fails in an ordinary world fails with its own error", async () => {
  const failing = () => {
    throw new TypeError("wrong by itself");
  };
  await expect(vary(failing, OPTIONS)).rejects.toThrow(new TypeError("wrong by itself"));
});

test.each([
  [{ jobs: 0 }, "/jobs: must be a whole number, 1 or more"],
  [{ runs: 0 }, "/runs: must be a whole number, 1 or more"],
  [{ rns: 5 }, "/rns: unknown field. Did you mean `runs`?"],
])("a test does not pass because it ran in no variation: %j", async (options, message) => {
  await expect(vary(() => {}, Object(options))).rejects.toThrow(message);
  await expect(variations(Object(options)).next()).rejects.toThrow(message);
});

test("a test with no dimension left to vary is rejected, and does not run forever", async () => {
  const none = { only: ["list-order"], without: ["lists"] };
  await expect(vary(() => {}, none)).rejects.toThrow("no dimension is left to vary");
});

test("variations are made one after the other, the same for a seed", async () => {
  const sandbox = createSandbox();
  const seen: string[] = [];
  for await (const { description, sections, seeds } of variations({
    runs: 5,
    seed: 1,
    only: ["lists"],
  })) {
    seen.push(description);
    expect(sections.length).toBeGreaterThan(0);
    (await sandbox.world({ seeds })).drop();
  }
  const again = await Array.fromAsync(variations({ runs: 5, seed: 1, only: ["lists"] }));
  expect(again.map(({ description }) => description)).toEqual(seen);
});
