// The list of what is in an executable, and the licences made of it.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { BUN_PARTS } from "../../.ci/release/bun-parts.ts";
import { formatLicences } from "../../.ci/release/licences.ts";
import { makeSbom, type Sbom } from "../../.ci/release/sbom.ts";
import manifest from "../../package.json" with { type: "json" };
import { type TemporaryDirectory, temporaryDirectory } from "../cli/temporary-directory.ts";

const VALIDATOR = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
const ROOT = join(import.meta.dir, "../..");

describe("the list of what is in an executable", () => {
  let directory: TemporaryDirectory;
  let metafile: string;
  let sbom: Sbom;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    metafile = join(directory.path, "metafile.json");
    const flags = ["--target=bun", `--metafile=${metafile}`, "--outdir", directory.path];
    const words = [process.execPath, "build", ...flags, "src/main.ts", "src/reload/worker.ts"];
    await Bun.spawn(words, { cwd: ROOT, stdout: "ignore", stderr: "ignore" }).exited;
    sbom = await makeSbom(metafile, ROOT);
  });
  afterAll(() => directory[Symbol.asyncDispose]());

  test("is valid to the schema of CycloneDX", async () => {
    expect(await VALIDATOR.validate(JSON.stringify(sbom))).toBeNull();
    const broken = { ...sbom, components: [{ type: "sandbox", name: "a" }] };
    const breaches = await VALIDATOR.validate(JSON.stringify(broken));
    expect(JSON.stringify(breaches)).toContain("/components/0/type");
  });

  test("names every package that is built in, and Bun, by their versions", () => {
    const named = sbom.components.map(({ group, name, version }) => [
      group === undefined ? name : `${group}/${name}`,
      version,
    ]);
    expect(Object.fromEntries(named)).toEqual(manifest.dependencies);
    expect(named).toHaveLength(Object.keys(manifest.dependencies).length);
  });

  test("has the program depend on Bun, and names what Bun is linked with", () => {
    const { component } = sbom.metadata;
    const program = sbom.dependencies.find(({ ref }) => ref === component["bom-ref"]);
    expect(program?.dependsOn).toContain(`bun@${Bun.version}`);
    const bun = sbom.components.find(({ name }) => name === "bun");
    const webkit = bun?.components?.find(({ name }) => name.startsWith("WebKit"));
    expect(webkit?.version).toBe(process.versions.webkit);
    const unknown = BUN_PARTS.filter(([, , , key]) => key && !process.versions[key]);
    expect(unknown).toEqual([]);
  });

  test("is the same when created again, and contains nothing about the machine", async () => {
    expect(await makeSbom(metafile, ROOT)).toEqual(sbom);
    const text = JSON.stringify(sbom);
    expect(text).not.toContain(ROOT);
    expect(text).not.toMatch(/@[^"]*#[0-9a-f]{64}|timestamp|serialNumber/);
  });

  test("gives the licence of each of them, and the texts of those that Bun's parts are under", () => {
    const text = formatLicences(sbom);
    for (const name of [...Object.keys(manifest.dependencies), "SQLite"]) {
      expect(text).toMatch(new RegExp(`^ *${name} \\d`, "m"));
    }
    expect(text).toContain("Copyright (c) 2021 - present, Yusuke Wada and Hono contributors");
    expect(text).toContain("GNU LIBRARY GENERAL PUBLIC LICENSE");
    expect(text).toContain("GNU LESSER GENERAL PUBLIC LICENSE");
    expect(text).toContain(`at commit ${process.versions.webkit}`);
  });

  test("gives no licences if a package has none or Bun is missing", () => {
    const bare = { ...sbom, components: [{ "bom-ref": "a", name: "a", version: "1" }] };
    expect(() => formatLicences(bare)).toThrow("has no Bun");
    const components = [...sbom.components, ...bare.components];
    expect(() => formatLicences({ ...sbom, components })).toThrow("a 1 has no licence file");
  });
});
