import { describe, expect, test } from "bun:test";
import { spellHost } from "../../src/runtime/address.ts";

describe("spellHost", () => {
  test.each([
    ["127.0.0.1", "127.0.0.1"],
    ["127.1", "127.0.0.1"],
    ["0x7f.1", "127.0.0.1"],
    ["0", "0.0.0.0"],
    ["::ffff:127.0.0.1", "127.0.0.1"],
    ["::FFFF:0.0.0.0", "0.0.0.0"],
    ["::", "::"],
    ["0::0", "::"],
    ["0:0:0:0:0:0:0:1", "::1"],
    ["fe80::1%eth0", "fe80::1%eth0"],
    ["localhost", "localhost"],
    ["My-Host", "My-Host"],
    ["no host", "no host"],
    ["127.0.0.1/24", "127.0.0.1/24"],
    ["127.0.0.1?a", "127.0.0.1?a"],
    ["localhost@0", "localhost@0"],
    ["１２７.0.0.1", "１２７.0.0.1"],
    ["face", "face"],
    ["", ""],
  ])("spells %p as %p", (host, spelled) => {
    expect(spellHost(host)).toBe(spelled);
  });
});
