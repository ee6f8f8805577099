// `world` and `clock` against a sandbox that runs, and what is the same in all commands that talk to one.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { freePort } from "../../ports.ts";
import { openShell, type Shell } from "./sandbox.ts";

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell[Symbol.asyncDispose]());

describe("world", () => {
  test("creates worlds, with a name or without", async () => {
    const { baseUrl } = shell.sandbox;
    const { hostedUrl } = shell.sandbox;
    expect(await shell.prints("world create demo --scenario flaky")).toBe(
      [
        "World   demo",
        `API     ${baseUrl}/w/demo`,
        `Hosted  ${hostedUrl}/w/demo`,
        "Key     mst_acme_full",
        "",
      ].join("\n"),
    );
    expect(shell.sandbox.handle("demo").faults.list()).not.toEqual([]);
    const made = JSON.parse(await shell.prints("world create --json --ttl 12h"));
    expect(made).toMatchObject({ name: "w1", apiKey: "mst_acme_full" });
    expect(await shell.prints("world create short --ttl 12h")).toMatch(/^Expires {2}\d{4}-/m);
  });

  test("lists worlds as a table, and as the control API does", async () => {
    await shell.prints("world create listed --ttl 12h");
    const [head, first] = (await shell.prints("world list")).split("\n");
    expect(head).toMatch(/^NAME +API +EXPIRES$/);
    expect(first).toMatch(new RegExp(`^default +${shell.sandbox.baseUrl}$`));
    const listed = await fetch(`${shell.sandbox.controlUrl}/worlds`);
    expect(JSON.parse(await shell.prints("world list --json"))).toEqual(await listed.json());
  });

  test("resets and drops a world, the current one by default", async () => {
    const world = await shell.sandbox.world({ name: "current" });
    world.keys.revoke("mst_acme_full");
    expect(await shell.prints("world reset current")).toBe("Reset current\n");
    expect(world.keys.list({ status: "revoked" }).map(({ key }) => key)).toEqual([
      "mst_acme_revoked",
    ]);
    expect(await shell.prints("world reset --world current --json")).toStartWith('{"name":"cur');
    expect(await shell.prints("world drop --world current --json")).toBe("");
    expect(await shell.fails("world drop current")).toStartWith(
      '1 merchant-sandbox: There is no world called "current".',
    );
    expect(await shell.fails("world drop")).toStartWith(
      "1 merchant-sandbox: The world default cannot be deleted.",
    );
  });
});

describe("clock", () => {
  test("is shown, moved, frozen and taken back to real time", async () => {
    const { clock } = await shell.sandbox.world({ name: "timed" });
    const at = (line: string) => shell.prints(`${line} --world timed`);
    expect(await at("clock set 2026-10-17T09:00:00Z --json")).toStartWith('{"now":"2026-10-17T09');
    expect(await at("clock freeze 2027-01-01T00:00:00Z")).toBe(
      "2027-01-01T00:00:00.000Z  frozen\n",
    );
    expect(await at("clock advance 1h30m")).toBe("2027-01-01T01:30:00.000Z  frozen\n");
    expect(await at("clock set now-1d")).toBe("2026-12-31T01:30:00.000Z  frozen\n");
    expect(await at("clock show")).toBe("2026-12-31T01:30:00.000Z  frozen\n");
    expect(await at("clock unfreeze")).toMatch(/^2026-12-31T01:30:0\d\.\d{3}Z\n$/);
    expect(clock.frozen).toBe(false);
    await at("clock freeze");
    expect(clock.frozen).toBe(true);
    expect(await at("clock set real")).not.toStartWith("2026-12-31");
  });
});

describe("a command for a running sandbox", () => {
  test("reports that none runs, and how to start one", async () => {
    const url = `http://127.0.0.1:${freePort()}`;
    expect(await shell.fails("world list", { SANDBOX_CONTROL_URL: url })).toBe(
      `1 merchant-sandbox: No sandbox runs at ${url}/_sandbox: nothing listens there.\n` +
        "  Start one with merchant-sandbox, or name another with --control-url or SANDBOX_CONTROL_URL.\n",
    );
  });

  test("reports another server at the address", async () => {
    expect(
      await shell.fails("clock show", { SANDBOX_CONTROL_URL: shell.sandbox.baseUrl }),
    ).toStartWith("1 merchant-sandbox: No control API of a sandbox at ");
  });

  test.each([
    ["clock show --world defautl", '1 There is no world called "defautl". Did you mean `default`?'],
    ["world create x --scenario flakky", '1 There is no scenario called "flakky". Did you mean'],
    ["world create A_b", "1 A world's name must have 1 to 64 characters: a–z and 0–9, and after"],
    [
      "world create --ttl 999999d",
      "2 --ttl must be a duration such as 7d or 12h, at most ten years,",
    ],
  ])("passes on what the sandbox rejects: %s", async (line, message) => {
    const [code = "", text = ""] = message.split(/ (.*)/s);
    expect(await shell.fails(line)).toStartWith(`${code} merchant-sandbox: ${text}`);
  });

  test("needs the right token, from a flag or the environment", async () => {
    const controlToken = "a-token-of-sixteen-or-more";
    await using secured = await openShell({ controlToken });
    expect(await secured.prints("world create mine")).toMatch(/^Secret {2}\S+$/m);
    expect(await secured.fails("world list", { SANDBOX_CONTROL_TOKEN: "" })).toBe(
      `1 merchant-sandbox: The sandbox at ${secured.sandbox.controlUrl} requires a token.\n` +
        "  Pass the token with --control-token, or set SANDBOX_CONTROL_TOKEN.\n",
    );
    expect(await secured.fails("clock show --control-token another")).toStartWith(
      `1 merchant-sandbox: The sandbox at ${secured.sandbox.controlUrl} rejects the token.\n`,
    );
    expect(await secured.fails(`clock show --control-token ${controlToken}`)).toMatch(/^0 \d{4}-/);
  });

  test("ignores the variables of other commands, such as the key of conform", async () => {
    const env = { MERCHANT_SANDBOX_KEY: "mst_acme_full", MERCHANT_SANDBOX_SCENARIO: "nowhere" };
    expect(await shell.fails("world create plain --json", env)).toStartWith('0 {"name":"plain"');
    expect(await shell.fails("requests --json --world plain", env)).toBe("0 []\n");
  });
});
