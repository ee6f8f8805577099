// Which seeds `check` reads for the paths that it is given, and which of them together.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import {
  check,
  FINE,
  FINE_COUNTS,
  KEYS,
  MERCHANTS,
  MISTAKE,
  ODD,
  PAIR_COUNTS,
  places,
} from "../../checking.ts";
import { temporaryDirectory } from "../../temporary-directory.ts";

describe("a directory", () => {
  test("without mistakes is counted, its scenarios included", async () => {
    await using at = await temporaryDirectory(FINE);
    const stdout = `${at.path}/seeds: ${FINE_COUNTS}`;
    expect(await check([join(at.path, "seeds")])).toEqual({ code: 0, stdout, stderr: "" });
  });

  test("is read once, however often and in whatever spelling it is named", async () => {
    await using at = await temporaryDirectory(FINE);
    const paths = ["/seeds", "/./seeds/", "//seeds", "/seeds/keys.yaml", "/seeds/scenarios"];
    const { stdout } = await check(paths.map((path) => `${at.path}${path}`));
    expect(stdout).toBe(`${at.path}/seeds: ${FINE_COUNTS}`);
  });

  test("is a separate set next to another", async () => {
    await using at = await temporaryDirectory({
      "a/all.yaml": MERCHANTS + KEYS,
      "b/all.yaml": MISTAKE,
    });
    const { code, stdout } = await check([join(at.path, "a"), join(at.path, "b")]);
    expect(code).toBe(1);
    expect(stdout).toStartWith(`${at.path}/b/all.yaml:1:1 error: `);
    expect(stdout).toEndWith(`\n\n1 error\n\n${at.path}/a: ${PAIR_COUNTS}`);
  });

  test("with nothing but warnings is fine", async () => {
    await using at = await temporaryDirectory({ "all.yaml": ODD });
    const { code, stdout } = await check([at.path]);
    expect(code).toBe(0);
    expect(stdout).toStartWith(`${at.path}/all.yaml:1:21 warning: `);
    expect(stdout).toEndWith("\n\n1 warning\n");
  });
});

describe("files", () => {
  test("that are named one by one make one set", async () => {
    await using at = await temporaryDirectory(FINE);
    const merchants = join(at.path, "seeds/merchants.yaml");
    const keys = join(at.path, "seeds/keys.yaml");
    expect(await places([keys])).toEqual([`${keys}:1:40 unknown-reference`]);
    expect((await check([merchants, keys, keys])).stdout).toBe(
      `${merchants} and 1 more: ${PAIR_COUNTS}`,
    );
  });

  test("in `scenarios` are checked with the seeds beneath, which are read once", async () => {
    await using at = await temporaryDirectory({
      ...FINE,
      "seeds/scenarios/typo.yaml": MISTAKE,
    });
    const scenarios = ["revoked-key", "typo"].map((name) =>
      join(at.path, `seeds/scenarios/${name}.yaml`),
    );
    expect(await places(scenarios)).toEqual([`${scenarios[1]}:1:1 unknown-field`]);
  });

  test.each([
    ["in a directory called `scenarios` with no seeds beside", "scenarios/late.yaml", "faults: []"],
    ["with a description", "late.yaml", "description: Late responses."],
    ["that extend a scenario", "late.yaml", "extends: slow"],
    ["that remove something", "late.yaml", "keys: [{ key: mst_acme_full, remove: true }]"],
  ])("%s are scenarios of the embedded seeds", async (_, name, text) => {
    await using at = await temporaryDirectory({ [name]: `${text}\nkyes: []\n` });
    const path = join(at.path, name);
    expect(await places([path])).toEqual([`${path}:2:1 unknown-field`]);
    await Bun.write(path, text);
    expect((await check([path])).stdout).toStartWith(`the embedded seeds and ${path}: `);
  });

  test("that are scenarios apply to the other files", async () => {
    await using at = await temporaryDirectory({
      "all.yaml": MERCHANTS + KEYS,
      "late.yaml": "description: Late.\nkeys: [{ key: mst_acme_full, status: revoked }]\n",
    });
    const paths = ["all.yaml", "late.yaml"].map((name) => join(at.path, name));
    expect((await check(paths)).stdout).toBe(
      `${paths[0]} and 1 more: ${PAIR_COUNTS.replace("0 scenarios", "1 scenario")}`,
    );
  });

  test.each(["none.yaml", "seeds/none.yaml", "seeds/scenarios/none.yaml"])(
    "that do not exist are an error like others, as is %s",
    async (name) => {
      await using at = await temporaryDirectory(FINE);
      const path = join(at.path, name);
      expect(await places([path])).toEqual([`${path}:1:1 no-seeds`]);
      expect(await places([join(at.path, "seeds"), path])).toEqual([`${path}:1:1 no-seeds`]);
    },
  );
});

describe("standard input", () => {
  test("is one file of the set", async () => {
    await using at = await temporaryDirectory(FINE);
    const merchants = join(at.path, "seeds/merchants.yaml");
    const { stdout } = await check([merchants, "-"], { stdin: KEYS });
    expect(stdout).toBe(`${merchants} and 1 more: ${PAIR_COUNTS}`);
  });

  test("is shown as <stdin>", async () => {
    expect(await check(["-"], { stdin: MISTAKE })).toEqual({
      code: 1,
      stdout: [
        "<stdin>:1:1 error: unknown field `kyes` [unknown-field]",
        "   1 | kyes: []",
        "     | ^^^^",
        "  Did you mean `keys`?",
        "",
        "1 error",
        "",
      ].join("\n"),
      stderr: "",
    });
  });

  test("can be a scenario", async () => {
    const { stdout } = await check(["-"], { stdin: "description: Late.\n" });
    expect(stdout).toStartWith("the embedded seeds and <stdin>: ");
  });

  test("may be empty", async () => {
    const { code, stdout } = await check(["-"]);
    expect({ code, last: stdout.split("\n").at(-2) }).toEqual({ code: 0, last: "2 warnings" });
    expect(stdout).toStartWith("<stdin> warning: these seeds have no merchant [no-merchant]\n");
  });

  test("that is not UTF-8 has a place", async () => {
    expect(await places(["-"], { stdin: Uint8Array.of(0x61, 0x0a, 0xff) })).toEqual([
      "<stdin>:2:1 not-utf-8",
    ]);
  });
});
