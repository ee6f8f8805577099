// `key`, `order`, `fault` and `snapshot` against a sandbox that runs.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { run } from "../../../../src/cli/run.ts";
import { temporaryDirectory } from "../../temporary-directory.ts";
import { openShell, ping, type Shell } from "./sandbox.ts";

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell[Symbol.asyncDispose]());

describe("key", () => {
  test("lists, creates, rotates and revokes keys", async () => {
    const { keys } = await shell.sandbox.world({ name: "keys" });
    const json = async (line: string) =>
      JSON.parse(await shell.prints(`${line} --json --world keys`));
    expect(await shell.prints("key list --world keys")).toMatch(
      /^KEY +MERCHANT +STATUS +SCOPES +EXPIRES +ACCESS\nmst_acme_full +acme +active +catalog:read,/,
    );
    expect(await json("key list --merchant ember")).toEqual(keys.list({ merchant: "ember" }));
    const flags = "--scopes orders:read,catalog:read --rate-limit 5/0.5 --expires-at now+1d";
    const made = await json(`key create acme --key mst_acme_new ${flags}`);
    expect(made).toMatchObject({
      key: "mst_acme_new",
      scopes: ["orders:read", "catalog:read"],
      rateLimit: { capacity: 5, refillPerSecond: 0.5 },
    });
    expect(made.expiresAt).toMatch(/^\d{4}-/);
    const rotated = await json("key rotate mst_acme_new");
    expect(rotated).toMatchObject({ status: "active", scopes: made.scopes });
    expect(await json("key revoke mst_acme_full")).toMatchObject({ status: "revoked" });
    const revoked = ["mst_acme_full", "mst_acme_revoked", "mst_acme_new"];
    expect(keys.list({ status: "revoked" }).map(({ key }) => key)).toEqual(revoked);
  });

  test.each([
    [
      "key revoke mst_acme_fulll",
      "There is no key mst_acme_fulll in the world default. Did you mean `mst_acme_full`?",
    ],
    [
      "key create acm",
      "/merchant error: unknown merchant `acm` [unknown-reference]\n  Did you mean `acme`?",
    ],
  ])("passes on what the sandbox rejects: %s", async (line, message) => {
    expect(await shell.fails(line)).toStartWith(`1 merchant-sandbox: ${message}`);
  });
});

describe("order", () => {
  test("lists and refunds orders, in part or in full", async () => {
    const { orders } = await shell.sandbox.world({ name: "orders" });
    const json = async (line: string) =>
      JSON.parse(await shell.prints(`${line} --json --world orders`));
    const paid = await json("order list --merchant acme --state PAID");
    expect(paid).toEqual(orders.list({ merchant: "acme", state: "PAID" }));
    expect(await shell.prints("order list --world orders")).toStartWith("ORDER  ");
    const [{ id, amountMinor }] = paid;
    const part = { state: "PARTIALLY_REFUNDED", refundedMinor: "10" };
    expect(await json(`order refund ${id} 10`)).toMatchObject(part);
    expect(orders.list()).toContainEqual(expect.objectContaining({ id, ...part }));
    const all = { state: "REFUNDED", refundedMinor: amountMinor };
    expect(await json(`order refund ${id.toUpperCase()}`)).toMatchObject(all);
    expect(await shell.fails(`order refund ${id} ${amountMinor}0`)).toStartWith(
      `2 merchant-sandbox: AMOUNT must be at most ${amountMinor}, the amount of the order, received "${amountMinor}0".`,
    );
    expect(await shell.fails(`order refund ${id} 0`)).toStartWith("2 ");
    expect(await shell.fails("order refund nothing")).toStartWith(
      "1 merchant-sandbox: There is no order nothing in the world default.",
    );
  });
});

describe("fault", () => {
  test("makes requests fail, lists what was hit, and clears the rules", async () => {
    const { baseUrl, faults } = await shell.sandbox.world({ name: "faults" });
    const at = (line: string) => shell.prints(`${line} --world faults`);
    expect(await at("fault list")).toBe("No fault rules.\n");
    const rule = "--endpoint orders --respond 503 --delay 1ms --times 2 --probability 1 --after 0";
    await at(`fault set ${rule}`);
    await ping(baseUrl, "mst_acme_full", "orders");
    expect(await at("fault list")).toMatch(
      /^ENDPOINT +FAULT +IF +HITS\norders +respond 503, delay 1ms +after 0, times 2, probability 1 +1\n$/,
    );
    expect(JSON.parse(await at("fault list --json"))).toEqual(faults.list());
    await at('fault set [{"drop":"before"},{"delay":{"min":"1ms","max":"2ms"}}]');
    expect(await at("fault list")).toMatch(/any +drop before +0\nany +delay 1ms to 2ms +0\n$/);
    expect(await at("fault clear")).toBe("No fault rules.\n");
    expect(faults.list()).toEqual([]);
  });

  test("needs a rule that does something", async () => {
    expect(await shell.fails("fault set --endpoint orders")).toStartWith(
      "1 merchant-sandbox: /0 error: this fault does nothing: add `delay`, `respond` or `drop`",
    );
  });
});

describe("snapshot", () => {
  test("is printed, or written to a file", async () => {
    await using directory = await temporaryDirectory();
    const file = join(directory.path, "state.yaml");
    const printed = await shell.prints("snapshot");
    expect(printed).toContain("\nmerchants:\n");
    expect(await shell.prints(`snapshot --out ${file}`)).toBe(`Wrote ${file}\n`);
    const terminal = shell.terminal();
    expect([await run(["check", file], terminal), terminal.written.stderr]).toEqual([0, ""]);
  });
});
