// Request ids: one pattern, and none twice.
import { expect, test } from "bun:test";
import { createRequestIds } from "../../src/api/call.ts";

test("ids count up in five digits of base 36, behind a start that stays", () => {
  const nextId = createRequestIds();
  const start = nextId().slice(0, -5);
  expect(start).toMatch(/^req_[a-z0-9]{7}_$/);
  for (let count = 2; count < 50_000; count++) {
    const number = count.toString(36).padStart(5, "0");
    if (nextId() !== start + number) throw new Error(`${count} is not ${number}`);
  }
});

test("two sources begin differently", () => {
  expect(createRequestIds()()).not.toBe(createRequestIds()());
});
