// Bun goes into an executable only as the lock file pins it.
import { describe, expect, test } from "bun:test";
import { checkIntegrity, findPin } from "../../.ci/release/fetch-bun.ts";
import { TARGETS } from "../../.ci/release/targets.ts";
import manifest from "../../package.json" with { type: "json" };

const BYTES = Buffer.from("abc");
const INTEGRITY =
  "sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==";

describe("the Bun of an executable", () => {
  test("is taken with the hash that the lock file has, and with no other", () => {
    expect(checkIntegrity("bun", BYTES, INTEGRITY)).toBeUndefined();
    const other = Buffer.from("abd");
    expect(() => checkIntegrity("bun", other, INTEGRITY)).toThrow("expected sha512-3a8");
    expect(() => checkIntegrity("bun", BYTES, undefined)).toThrow(
      "expected undefined from package-lock.json",
    );
  });

  test("is pinned for every target, in the version that runs here", () => {
    const pins = TARGETS.map((target) => {
      const { version, integrity } = findPin(target);
      return [target.name, version, integrity?.slice(0, 7)];
    });
    const { bun } = manifest.dependencies;
    expect(pins).toEqual(TARGETS.map(({ name }) => [name, bun, "sha512-"]));
    expect(Bun.version).toBe(bun);
  });
});
