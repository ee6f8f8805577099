// The files by which package managers install a release: each address and each hash is the release's own.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { finishRelease } from "../../.ci/release/make.ts";
import { hash, packTarGz } from "../../.ci/release/pack.ts";
import { TARGETS } from "../../.ci/release/targets.ts";
import manifest from "../../package.json" with { type: "json" };
import { temporaryDirectory } from "../cli/temporary-directory.ts";

const { version } = manifest;
const RELEASES = "https://github.com/bookshop/sandbox/releases/download";
const ADDRESS = `${RELEASES}/v${version}/`;

/** Makes the last files of a release whose archives hold their platform's name. */
async function finish(releases: string | undefined) {
  await using directory = await temporaryDirectory();
  const sums = new Map<string, string>();
  for (const { name } of TARGETS) {
    const isZip = name.startsWith("windows");
    const entry = { path: `merchant-sandbox-${version}-${name}/name`, bytes: Buffer.from(name) };
    const bytes = isZip ? entry.bytes : packTarGz([entry], 1_000_000_000);
    const file = `merchant-sandbox-${name}.${isZip ? "zip" : "tar.gz"}`;
    await Bun.write(join(directory.path, file), bytes);
    sums.set(file, hash(bytes));
  }
  const all = await finishRelease(directory.path, sums, releases);
  const read = (file: string) => Bun.file(join(directory.path, file)).text();
  const check = Bun.spawn(["sha256sum", "--check", "--quiet", "SHA256SUMS"], {
    cwd: directory.path,
  });
  expect(await check.exited).toBe(0);
  return {
    all,
    ...(releases !== undefined && {
      homebrew: await read("merchant-sandbox.rb"),
      scoop: JSON.parse(await read("merchant-sandbox.json")),
      mise: Bun.TOML.parse(await read("mise.toml")),
    }),
  };
}

const { all, homebrew = "", scoop, mise } = await finish(RELEASES);
const sumOf = (url: string) => (url.startsWith(ADDRESS) ? all.get(url.slice(ADDRESS.length)) : "");

describe("a finished release", () => {
  test("has a .tar.xz beside each .tar.gz", () => {
    const names = Array.from(all.keys());
    const packed = names.filter((name) => name.endsWith(".tar.gz"));
    expect(packed).toHaveLength(6);
    expect(names).toEqual(expect.arrayContaining(packed.map((name) => name.replace(".gz", ".xz"))));
  });

  test("has no formulas if its address is unknown", async () => {
    const names = Array.from((await finish(undefined)).all.keys());
    expect(names.filter((name) => /\.(?:rb|json|toml)$/.test(name))).toEqual([]);
  });

  test("is installed by Homebrew on macOS and Linux, for each processor", () => {
    const blocks = homebrew.matchAll(/^ {2}on_(\w+) do\n([\s\S]*?)^ {2}end$/gm);
    const found = Array.from(blocks).flatMap(([, system, block = ""]) =>
      Array.from(
        block.matchAll(/ {4}on_(\w+) do\n {6}url "(.*)"\n {6}sha256 "(.*)"\n {4}end\n/g),
        ([, processor, url = "", sum]) => {
          expect(sum).toBe(sumOf(url) ?? "");
          return [system, processor, url.replace(ADDRESS, "")];
        },
      ),
    );
    expect(found).toEqual([
      ["macos", "arm", "merchant-sandbox-darwin-arm64.tar.xz"],
      ["macos", "intel", "merchant-sandbox-darwin-x64.tar.xz"],
      ["linux", "arm", "merchant-sandbox-linux-arm64.tar.xz"],
      ["linux", "intel", "merchant-sandbox-linux-x64.tar.xz"],
    ]);
    expect(homebrew).toContain('homepage "https://github.com/bookshop/sandbox"\n');
    expect(homebrew).toContain(`version "${version}"\n`);
    const starts = homebrew.match(/^ *(?:class|def|test|on_\w+)\b/gm) ?? [];
    expect(homebrew.match(/^ *end$/gm)).toHaveLength(starts.length);
  });

  test.skipIf(Bun.which("ruby") === null)("is Ruby, to Homebrew", async () => {
    const child = Bun.spawn(["ruby", "-c"], { stdin: new Blob([homebrew]), stdout: "ignore" });
    expect(await child.exited).toBe(0);
  });

  test("is installed by Scoop on Windows, for each processor", () => {
    const { architecture, bin, ...rest } = scoop;
    expect(Object.keys(architecture)).toEqual(["64bit", "arm64"]);
    expect([rest.version, bin]).toEqual([version, "merchant-sandbox.exe"]);
    const parts: { url: string; hash: string; extract_dir: string }[] = Object.values(architecture);
    for (const { url, hash: sum, extract_dir } of parts) {
      expect(sum).toBe(sumOf(url) ?? "");
      expect(url).toEndWith(`${extract_dir.replace(`-${version}`, "")}.zip`);
    }
  });

  test("is installed by mise on each system, for each processor", () => {
    const tools = Object(mise).tools["http:merchant-sandbox"];
    expect([tools.version, tools.strip_components]).toEqual([version, 1]);
    const found = Object.entries<{ url: string; checksum: string }>(tools.platforms);
    for (const [, { url, checksum }] of found) expect(checksum).toBe(`sha256:${sumOf(url)}`);
    expect(found.map(([name, { url }]) => [name, url.replace(ADDRESS, "")])).toEqual([
      ["linux-x64", "merchant-sandbox-linux-x64.tar.xz"],
      ["linux-arm64", "merchant-sandbox-linux-arm64.tar.xz"],
      ["macos-x64", "merchant-sandbox-darwin-x64.tar.xz"],
      ["macos-arm64", "merchant-sandbox-darwin-arm64.tar.xz"],
      ["windows-x64", "merchant-sandbox-windows-x64.zip"],
      ["windows-arm64", "merchant-sandbox-windows-arm64.zip"],
    ]);
  });
});
