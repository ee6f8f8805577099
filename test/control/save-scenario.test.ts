// What is different in a world, as a scenario file: over the same seeds it is the same world.
import { describe, expect, test } from "bun:test";
import { loadTexts, SEEDS } from "../support/sandbox.ts";
import { controlled } from "./ask.ts";

const BASE = `${SEEDS}faults: [{ endpoint: orders, respond: 503 }]\n`;

describe("GET …/scenario", () => {
  async function save(
    prepare: (made: ReturnType<typeof controlled>) => Promise<unknown>,
    over?: string,
  ) {
    const scenarios = { beneath: "products: [{ publicCode: DRAFT-1, title: Another }]\n" };
    const made = controlled({ seeds: BASE, scenarios });
    if (over !== undefined)
      await made.must(201, "POST", "/worlds", { name: "mine", scenario: over });
    const world = over === undefined ? "default" : "mine";
    await prepare(made);
    const text = `${await made.must(200, "GET", `/worlds/${world}/scenario`)}`;
    const snapshot = await made.worlds.get(world).snapshot();
    const loaded = loadTexts(BASE, { ...scenarios, saved: text });
    expect(loaded.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    made.reload(loaded);
    const again = await made.worlds.get("saved").snapshot();
    const body = (yaml: string) => yaml.replace(/^#.*\n/, "");
    expect(body(again)).toBe(body(snapshot));
    return text;
  }

  const FREEZE = ["PUT", "/clock", { now: "2026-10-18T09:00:00Z", frozen: true }] as const;

  test.each<[string, readonly (readonly [string, string, unknown])[], string[]]>([
    ["a revoked key", [["POST", "/keys/mst_acme_full/revoke", undefined]], ["status: revoked"]],
    [
      "a key that is active again",
      [["PATCH", "", { keys: [{ key: "mst_acme_revoked", status: "active" }] }]],
      ["status: active"],
    ],
    [
      "a new key",
      [["POST", "/keys", { key: "mst_new_key", merchant: "acme", expiresAt: "now+1d" }]],
      ["key: mst_new_key"],
    ],
    [
      "a product that was changed, and a new one",
      [
        ["PATCH", "/products/ATLAS-1", { status: "DRAFT", title: "T" }],
        ["POST", "/products", { publicCode: "NEW-1", merchant: "globex", currency: "EUR" }],
      ],
      ["publicCode: ATLAS-1", "status: DRAFT", "publicCode: NEW-1"],
    ],
    [
      "orders",
      [
        [
          "PATCH",
          "/orders/0de70000-0000-4000-8000-000000000001",
          { state: "REFUNDED", refundedMinor: "4900" },
        ],
        ["POST", "/orders", { product: "GLOBE-1", amountMinor: "7", ref: "first" }],
      ],
      ["state: REFUNDED", "ref: first"],
    ],
    [
      "removed entries",
      [
        [
          "PATCH",
          "",
          {
            keys: [{ key: "mst_acme_none", remove: true }],
            products: [{ publicCode: "GLOBE-1", remove: true }],
          },
        ],
      ],
      ["remove: true"],
    ],
    [
      "settings",
      [["PUT", "/rate-limit", { rateLimit: { capacity: 2, refillPerSecond: 1 } }]],
      ["rateLimit:"],
    ],
    ["no fault any more", [["PUT", "/faults", []]], ["faults: []"]],
    [
      "a fault that is off",
      [["PUT", "/faults", [{ endpoint: "orders", respond: 503, off: true }]]],
      ["off: true"],
    ],
  ])("has %s, and nothing else", async (_name, calls, parts) => {
    const text = await save(async ({ ask }) => {
      for (const [method, path, body] of [FREEZE, ...calls]) {
        const { status } = await ask(method, `/worlds/default${path}`, body);
        expect(status).toBeLessThan(300);
      }
    });
    for (const part of parts) expect(text).toContain(part);
    expect(text).not.toContain("mst_closed_full");
  });

  test("of a world without changes has none", async () => {
    const text = await save(async () => {});
    expect(text.split("\n").filter((line) => !line.startsWith("#") && line !== "")).toEqual([
      expect.stringMatching(/^description: /),
    ]);
  });

  test("extends the scenario that the world was made from", async () => {
    const text = await save(
      ({ must }) => must(200, "POST", "/worlds/mine/keys/mst_acme_full/revoke"),
      "beneath",
    );
    expect(text).toContain("extends: beneath\n");
    expect(text).not.toContain("Another");
  });
});
