// Keys in whatever a server makes of them.
import { describe, expect, test } from "bun:test";
import { createKeyRedactor } from "../../src/conform/redact.ts";

const KEY = "sk+test/1=a b".replace(" ", '"');

describe("createKeyRedactor", () => {
  const mask = createKeyRedactor({ full: KEY, readOnly: `${KEY}-read`, limited: undefined });

  test.each([
    ["the key itself", KEY],
    ["other case", KEY.toUpperCase()],
    ["JSON", JSON.stringify(KEY).slice(1, -1)],
    ["JSON with slashes escaped", JSON.stringify(KEY).slice(1, -1).replaceAll("/", "\\/")],
    ["a query", encodeURIComponent(KEY)],
    ["Basic credentials", btoa(`${KEY}:`)],
  ])("puts the key's name in the place of %s", (_name, form) => {
    expect(mask(`you sent ${form}, and ${form} again`)).toBe(
      "you sent <full key>, and <full key> again",
    );
  });

  test("takes the longer of two keys first", () => {
    expect(mask(`${KEY}-read, ${KEY}`)).toBe("<read-only key>, <full key>");
  });

  test("leaves text without a key unchanged, even if a configured key is empty", () => {
    expect(mask("a text")).toBe("a text");
    expect(createKeyRedactor({ full: "" })("a text")).toBe("a text");
  });
});
