// The version, which is written where nothing else can be read.
import { expect, test } from "bun:test";
import manifest from "../package.json" with { type: "json" };
import { VERSION } from "../src/version.ts";

test("the version is that of package.json", () => {
  expect(VERSION).toBe(manifest.version);
});
