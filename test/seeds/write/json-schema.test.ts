import { describe, expect, test } from "bun:test";
import Ajv from "ajv";
import fc from "fast-check";
import * as v from "valibot";
import { COLLECTIONS } from "../../../src/model/schema.ts";
import { formatJsonSchema } from "../../../src/seeds/write/json-schema.ts";
import { SEEDS } from "../../support/sandbox.ts";
import { markedIn } from "../editor-check.ts";
import { EMBEDDED_TEXTS, problems, SHOP } from "../load.ts";
import { FIELDS } from "../schema-fields.ts";

describe("the JSON Schema", () => {
  test.each(["seeds", "scenario"] as const)("of %s is strict, and of draft-07", (name) => {
    const schema = JSON.parse(formatJsonSchema(name));
    expect(schema.$schema).toBe("http://json-schema.org/draft-07/schema#");
    expect(new Ajv({ strict: true }).validateSchema(schema)).toBe(true);
    expect(formatJsonSchema(name)).toBe(`${JSON.stringify(schema, null, 2)}\n`);
  });

  test.each(["seeds", "scenario"] as const)(
    "of %s has the fields that the schemas have",
    (name) => {
      const { properties } = JSON.parse(formatJsonSchema(name));
      expect(propertiesIn({ properties }, "").toSorted()).toEqual(
        Object.keys(FIELDS[name]).toSorted(),
      );
    },
  );

  test("has one sentence of help for each field", () => {
    const sections = [...Object.keys(COLLECTIONS), "settings"];
    const fields = Object.entries({ ...FIELDS.seeds, ...FIELDS.scenario }).filter(
      ([path]) => !sections.includes(path),
    );
    const isSentence = (help: string) =>
      /^[A-Z].{10,110}[^.]\.$/.test(help) && !/[.!?] [A-Z]/.test(help);
    expect(fields.filter(([, help]) => !isSentence(help))).toEqual([]);
    expect(fields.length).toBeGreaterThan(50);
  });

  test("describes the defaults, but not in a scenario", () => {
    const { status, id } = JSON.parse(formatJsonSchema("seeds")).properties.products.items
      .properties;
    expect(status.description).toEndWith("checkout links. Default: PUBLISHED.");
    expect(status.default).toBe("PUBLISHED");
    expect(id.description).toEndWith(
      "Default: derived from merchant and publicCode, the same on every machine.",
    );
    expect(formatJsonSchema("scenario")).not.toMatch(/Default|"default"/);
  });

  test("lets the embedded seeds pass, and every text of the other tests", () => {
    for (const [path, text] of Object.entries({ ...EMBEDDED_TEXTS, SEEDS, SHOP })) {
      const name = path.startsWith("scenarios/") ? "scenario" : "seeds";
      expect({ path, marked: markedIn(text, name) }).toEqual({ path, marked: [] });
    }
  });

  test("accepts empty sections, as the loader does", () => {
    const text = "merchants:\nkeys:\nproducts:\norders:\nfaults:\nsettings:\n";
    expect([markedIn(text), markedIn(text, "scenario"), problems(text)]).toEqual([[], [], []]);
    expect([markedIn(""), markedIn("", "scenario"), problems("")]).toEqual([[], [], []]);
  });
});

describe("an amount", () => {
  test.each(["0", "4900", "123456789012345678901234567890", '"123456789012345678901234567890"'])(
    "of %s passes, as the loader keeps it as it is written",
    (amount) => {
      const text = `${SHOP}orders: [{ product: ATLAS-1, amountMinor: ${amount}, createdAt: now }]`;
      expect([markedIn(text), problems(text)]).toEqual([[], []]);
    },
  );
});

describe("a pattern of the JSON Schema", () => {
  const { properties } = JSON.parse(formatJsonSchema("seeds")).properties.products.items;
  const { publicCode } = COLLECTIONS.products.entries;

  test("takes the public codes that the loader takes, with the flag `u` or without", () => {
    const pattern: string = properties.publicCode.pattern;
    const character = fc.oneof(
      fc.constantFrom(
        ".",
        "A",
        "é",
        "\u0000",
        "\u001f",
        "\u007f",
        "\u009f",
        "\u00a0",
        "\n",
        "\u2028",
      ),
      fc.constantFrom("\ud800", "\udc00", "\udfff", "\ue000", "\uffff", "💶", "\u{10ffff}"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    );
    const texts = fc
      .array(character, { maxLength: 300, size: "medium" })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        const taken = v.is(publicCode, text);
        expect(new RegExp(pattern, "u").test(text)).toBe(taken);
        expect(new RegExp(pattern).test(text)).toBe(taken);
      }),
      { numRuns: 300 },
    );
  });
});

interface Property {
  readonly properties?: Readonly<Record<string, Property>>;
  readonly items?: Property;
  readonly anyOf?: readonly Property[];
}

function propertiesIn({ items, anyOf = [], properties = {} }: Property, path: string): string[] {
  if (items) return propertiesIn(items, path);
  return [
    ...anyOf.flatMap((option) => propertiesIn(option, path)),
    ...Object.entries(properties).flatMap(([name, property]) => [
      `${path}${name}`,
      ...propertiesIn(property, `${path}${name}.`),
    ]),
  ];
}
