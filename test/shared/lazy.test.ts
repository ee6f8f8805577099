// Values that are made the first time someone asks for them.
import { expect, test } from "bun:test";
import { lazy } from "../../src/shared/lazy.ts";

test("a lazy value is made once, when it is first asked for", () => {
  let made = 0;
  const value = lazy(() => {
    made++;
    return undefined;
  });
  expect(made).toBe(0);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(made).toBe(1);
});

test("a promise is shared while it is pending, and made again after it was rejected", async () => {
  const outcomes = [Promise.reject(new Error("no")), Promise.resolve("yes")];
  const value = lazy(() => outcomes.shift());
  const first = value();
  expect(value()).toBe(first);
  expect(await first?.catch((error) => error.message)).toBe("no");
  expect(await value()).toBe("yes");
  expect(await value()).toBe("yes");
});
