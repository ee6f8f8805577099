// What can be wrong between the files of scenarios, and what their mistakes leave untouched. The mistakes
// within one file stand in cases/scenarios.
import { describe, expect, test } from "bun:test";
import { load, loadAll, oddities, problems } from "../load.ts";

const BASE = `
merchants: [{ slug: acme }]
keys: [{ key: mst_acme_full, merchant: acme }]
products: [{ publicCode: ATLAS-1, merchant: acme, currency: EUR }]
`;

/** The base and scenarios by their file names. */
const withScenarios = (files: Readonly<Record<string, string>>, base = BASE) => ({
  "base.yaml": base,
  ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`scenarios/${name}`, text])),
});

describe("the name of a scenario", () => {
  test("is that of its file, and its description goes with it, in the order of the files", () => {
    const { ofScenario, scenarios } = loadAll(
      withScenarios({
        "b.yaml": "description: Two.",
        "a.yml": "",
        "rate-limited_2.0.yaml": "keys:",
      }),
    );
    expect(scenarios).toEqual([
      { name: "b", description: "Two." },
      { name: "a", description: undefined },
      { name: "rate-limited_2.0", description: undefined },
    ]);
    for (const { name } of scenarios) expect(ofScenario(name)?.keys.size).toBe(1);
    expect([ofScenario("c"), ofScenario("default")]).toEqual([undefined, undefined]);
  });

  test.each(["Revoked", "a b", "-a", "_a", "ä", "a%20b", "a".repeat(65)])("is not %s", (name) => {
    const shown = name.length > 60 ? `${name.slice(0, 59)}…` : name;
    expect(problems(withScenarios({ [`${name}.yaml`]: "description: A name.\n" }))).toEqual([
      `scenarios/${name}.yaml:1:1 error: \`${shown}\` is not a valid scenario name, because addresses contain it [bad-scenario]`,
    ]);
  });

  test("is not default, which is taken", () => {
    expect(problems(withScenarios({ "default.yaml": "description: Mine.\n" }))).toEqual([
      "scenarios/default.yaml:1:1 error: `default` can't be the name of a scenario: it is the world of the base seeds [bad-scenario]",
    ]);
  });

  test("is not given to two files", () => {
    expect(problems(withScenarios({ "a.yaml": "keys:\n", "a.yml": "keys:\n" }))).toEqual([
      "scenarios/a.yml:1:1 error: duplicate scenario `a`: already defined by scenarios/a.yaml [bad-scenario]",
    ]);
  });

  test.each([
    [
      ["A.yaml"],
      "Rename scenarios/A.yaml. Use up to 64 lower-case letters, digits, dots, hyphens and underscores.",
    ],
    [["a.yaml", "a.yml"], "Rename one of them."],
  ])("has a hint: %j", (names, expected) => {
    const files = Object.fromEntries(names.map((name) => [name, "keys:\n"]));
    const { diagnostics } = load(withScenarios(files));
    expect(diagnostics.map(({ hint }) => hint)).toEqual([expected]);
  });
});

describe("a circle", () => {
  test("of two is named once, at its first file", () => {
    const files = { "a.yaml": "extends: b\n", "b.yaml": "extends: a\n" };
    expect(problems(withScenarios(files))).toEqual([
      "scenarios/a.yaml:1:10 error: these scenarios extend each other in a circle: a → b → a [bad-scenario]",
    ]);
  });

  test("of three is reported once, and what leads into it is not another mistake", () => {
    const files = {
      "a.yaml": "extends: c\n",
      "b.yaml": "description: One of three.\nextends: d\n",
      "c.yaml": "extends: b\n",
      "d.yaml": "extends: c\n",
      "e.yaml": "extends: a\nkeys: [{ key: mst_acme_ful, status: revoked }]\n",
    };
    expect(problems(withScenarios(files))).toEqual([
      "scenarios/b.yaml:2:10 error: these scenarios extend each other in a circle: b → d → c → b [bad-scenario]",
    ]);
  });

  test("does not hide another, or the mistakes next to it", () => {
    const files = {
      "a.yaml": "extends: a\nkeys: [{ key: short }]\n",
      "b.yaml": "extends: b\n",
      "c.yaml": "keys: [{ key: mst_acme_full, merchant: acmee }]\n",
    };
    expect(problems(withScenarios(files))).toEqual([
      "scenarios/a.yaml:1:10 error: these scenarios extend each other in a circle: a → a [bad-scenario]",
      expect.stringMatching(/^scenarios\/a\.yaml:2:15 error: `key` must be 8 to 256 /),
      "scenarios/b.yaml:1:10 error: these scenarios extend each other in a circle: b → b [bad-scenario]",
      "scenarios/c.yaml:1:40 error: unknown merchant `acmee` [unknown-reference]",
    ]);
  });
});

describe("a mistake", () => {
  test("in one scenario leaves the base and the others to be checked, all shown together", () => {
    const files = {
      "a.yaml": "keys: [{ key: mst_acme_full\n",
      "b.yaml": "keys: [{ key: mst_acme_full, status: revokd }]\n",
      "c.yaml": "products: [{ publicCode: ATLAS-2, status: DRAFT }]\n",
      "d.yaml": "keys: [{ key: mst_acme_full, status: revoked }]\n",
    };
    const base = `${BASE}orders: [{ product: ATLAS, amountMinor: 1, createdAt: now }]\n`;
    expect(problems(withScenarios(files, base))).toEqual([
      "base.yaml:5:21 error: unknown product `ATLAS` [unknown-reference]",
      expect.stringMatching(/^scenarios\/a\.yaml:.* \[yaml-syntax\]$/),
      expect.stringMatching(/^scenarios\/b\.yaml:1:38 error: `status` must be one of /),
      expect.stringMatching(/^scenarios\/c\.yaml:1:26 error: there is no product /),
    ]);
    expect(load(withScenarios(files, base)).seeds).toBeUndefined();
  });

  test("of the base is shown once, however many scenarios use it", () => {
    const base = `${BASE}orders: [{ product: ATLAS, amountMinor: 1, createdAt: now+9999999d }]\n`;
    const product = "products: [{ publicCode: ATLAS-2, merchant: acme, currency: EUR }]\n";
    const files = { "a.yaml": product, "b.yaml": "extends: a\nmerchants: [{ slug: globex }]\n" };
    const expected = [
      "base.yaml:5:21 error: unknown product `ATLAS` [unknown-reference]",
      "base.yaml:5:55 error: `createdAt` must be a date and time that exists, found `now+9999999d` [bad-time]",
    ];
    expect(problems(withScenarios({}, base))).toEqual(expected);
    expect(problems(withScenarios(files, base))).toEqual(expected);
  });

  test("of a scenario is its own, though another that extends it comes first", () => {
    const files = {
      "a.yaml": "extends: b\nmerchants: [{ slug: globex }]\n",
      "b.yaml":
        "merchants: [{ slug: kiln }]\norders: [{ product: ATLAS, amountMinor: 1, createdAt: now }]\n",
    };
    expect(problems(withScenarios(files))).toEqual([
      "scenarios/b.yaml:2:21 error: unknown product `ATLAS` [unknown-reference]",
    ]);
  });

  test("is found even if the extended scenario is in a later file", () => {
    const files = {
      "a.yaml": "extends: b\nkeys: [{ key: mst_acme_ful, status: revoked }]\n",
      "b.yaml": "keys: [{ key: mst_acme_more, merchant: acme }]\n",
    };
    expect(problems(withScenarios(files))).toEqual([
      "scenarios/a.yaml:2:15 error: there is no key `mst_acme_ful` to change, and a new one needs `merchant` [unknown-entry]",
    ]);
  });

  test.each([
    [
      "in a merchant that a key of the same file is for",
      {
        "a.yaml":
          "merchants: [{ slug: kiln, nam: Kiln }]\nkeys: [{ key: mst_kiln_full, merchant: kiln }]\n",
      },
      "scenarios/a.yaml:1:27 error: unknown field `nam` [unknown-field]",
    ],
    [
      "in a merchant that a key of another scenario is for",
      {
        "a.yaml": "merchants: [{ slug: kiln, nam: Kiln }]\n",
        "b.yaml": "extends: a\nkeys: [{ key: mst_kiln_full, merchant: kiln }]\n",
      },
      "scenarios/a.yaml:1:27 error: unknown field `nam` [unknown-field]",
    ],
    [
      "in a key that another scenario changes",
      {
        "a.yaml": "keys: [{ key: mst_kiln_full, status: active }]\n",
        "b.yaml": "extends: a\nkeys: [{ key: mst_kiln_full, status: revoked }]\n",
      },
      "scenarios/a.yaml:1:15 error: there is no key `mst_kiln_full` to change, and a new one needs `merchant` [unknown-entry]",
    ],
    [
      "in `extends`, whose entries are then changed",
      {
        "a.yaml": "keys: [{ key: mst_kiln_full, merchant: acme }]\n",
        "b.yaml": "extends: aa\nkeys: [{ key: mst_kiln_full, status: revoked }]\n",
        "c.yaml": "extends: b\nkeys: [{ key: mst_kiln_full, expiresAt: now }]\n",
      },
      "scenarios/b.yaml:1:10 error: unknown scenario `aa` [unknown-reference]",
    ],
    [
      "in a file that can't be read",
      {
        "a.yaml": "keys: [\n",
        "b.yaml": "extends: a\nkeys: [{ key: mst_kiln_full, status: revoked }]\n",
      },
      expect.stringMatching(/^scenarios\/a\.yaml:.* \[yaml-syntax\]$/),
    ],
  ])("is shown once, not again where its content is missing: %s", (_what, files, problem) => {
    expect(problems(withScenarios(files))).toEqual([problem]);
  });

  test("in the name of a section does not cause a second one where its entries are missing", () => {
    const base = "merchant: [{ slug: acme }]\nkeys: [{ key: mst_acme_full, merchant: acme }]\n";
    expect(problems(base)).toEqual([
      "seeds.yaml:1:1 error: unknown field `merchant` [unknown-field]",
    ]);
  });
});

describe("a warning", () => {
  const future = 'settings: { clock: { now: "2020-01-01T00:00:00Z" } }\n';
  const base = `${BASE}orders: [{ product: ATLAS-1, amountMinor: 1, createdAt: "2021-01-01T00:00:00Z" }]\n`;

  test("about the content of a scenario itself is shown", () => {
    const files = {
      "a.yaml":
        "merchants: [{ slug: globex }]\nproducts: [{ publicCode: ATLAS-1, status: PUBLISHD }]\n",
      "b.yaml": "extends: a\n",
    };
    expect(oddities(withScenarios(files))).toEqual([
      "scenarios/a.yaml:1:21 warning: merchant `globex` has no key, so no request can reach it [keyless-merchant]",
      "scenarios/a.yaml:2:43 warning: `PUBLISHD` looks like a typo of `PUBLISHED` [possible-typo]",
    ]);
  });

  test("about the base is not shown if a scenario only changes its context", () => {
    const files = { "a.yaml": future, "b.yaml": "keys: [{ key: mst_acme_full, remove: true }]\n" };
    expect(oddities(withScenarios(files, base))).toEqual([]);
  });
});

test("the base holds no head of a scenario", () => {
  expect(problems("description: The base.\nextends: nothing\n")).toEqual([
    "seeds.yaml:1:1 error: unknown field `description` [unknown-field]",
    "seeds.yaml:2:1 error: unknown field `extends` [unknown-field]",
  ]);
});
