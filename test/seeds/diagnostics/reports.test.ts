// How many mistakes of a file are explained.
import { expect, test } from "bun:test";
import { load, SHOP } from "../load.ts";

const orders = (count: number, fields: (n: number) => string) =>
  `${SHOP}orders:\n${Array.from({ length: count }, (_, n) => `  - { ${fields(n)} }\n`).join("")}`;

test.each([
  [
    "entries that are not valid",
    (n: number) => `product: ATLAS-1, amountMinor: x${n}, createdAt: now`,
  ],
  ["references to nothing", (n: number) => `product: NO-${n}, amountMinor: 1, createdAt: now`],
])("of many %s, a hundred are explained, and the rest is counted", (_, fields) => {
  const { seeds, diagnostics } = load(orders(350, fields));
  expect(seeds).toBeUndefined();
  expect(diagnostics).toHaveLength(101);
  expect(diagnostics.at(-1)).toMatchObject({
    severity: "error",
    code: "too-many-mistakes",
    message: "250 more errors in this file are not shown",
    hint: "Fix those that are shown, and check again.",
  });
  expect(load(orders(100, fields)).diagnostics).toHaveLength(100);
});

test("of many warnings too, which do not stop the start", () => {
  const fields = (n: number) =>
    `product: ATLAS-1, ref: r${n}, amountMinor: 1, state: PIAD, createdAt: now`;
  const { seeds, diagnostics } = load(
    `keys: [{ key: mst_acme_full, merchant: acme }]\n${orders(150, fields)}`,
  );
  expect(seeds).toBeDefined();
  expect(diagnostics).toHaveLength(101);
  expect(diagnostics.at(-1)?.message).toBe("50 more warnings in this file are not shown");
});

test("of each file by itself", () => {
  const bad = (count: number) => `merchants:\n${"  - { slug: '-' }\n".repeat(count)}`;
  const { diagnostics } = load({ "a.yaml": bad(101), "b.yaml": bad(2), "c.yaml": bad(150) });
  const count = (path: string) => diagnostics.filter(({ span }) => span.file.path === path).length;
  expect(["a.yaml", "b.yaml", "c.yaml"].map(count)).toEqual([101, 2, 101]);
});
