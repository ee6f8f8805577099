// Archives that are the same whenever and wherever they are packed, and that common tools unpack.
import { describe, expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { formatSums, hash, packTarGz, packTarXz, packZip } from "../../.ci/release/pack.ts";
import { temporaryDirectory } from "../cli/temporary-directory.ts";

const ENTRIES = [
  { path: "sandbox-1/sandbox", bytes: Buffer.from("#!/bin/sh\necho 1\n"), executable: true },
  { path: "sandbox-1/LICENSE", bytes: Buffer.from("MIT\n") },
];
const TIME = Date.UTC(2026, 9, 17, 9, 30, 10) / 1000;

describe("an archive", () => {
  test("zip has the given files and their permissions", () => {
    const archive = packZip(ENTRIES, TIME);
    const texts = Object.entries(unzipSync(archive)).map(([path, bytes]) => [
      path,
      `${Buffer.from(bytes)}`,
    ]);
    expect(texts).toEqual(ENTRIES.map(({ path, bytes }) => [path, `${bytes}`]));
    const central = Buffer.from(archive).indexOf("PK\x01\x02");
    expect(Buffer.from(archive).readUInt32LE(central + 38) >>> 16).toBe(0o100755);
  });

  test("tar.gz has the given files, their permissions and their time", async () => {
    await using directory = await temporaryDirectory();
    const archive = join(directory.path, "sandbox.tar.gz");
    await Bun.write(archive, packTarGz(ENTRIES, TIME));
    await Bun.spawn(["tar", "-xzf", archive], { cwd: directory.path }).exited;
    for (const { path, bytes } of ENTRIES) {
      expect(await Bun.file(join(directory.path, path)).text()).toBe(`${bytes}`);
    }
    const [executable, licence] = await Promise.all(
      ENTRIES.map(({ path }) => stat(join(directory.path, path))),
    );
    expect((executable?.mode ?? 0) & 0o777).toBe(0o755);
    expect((licence?.mode ?? 0) & 0o777).toBe(0o644);
    expect(executable?.mtimeMs).toBe(TIME * 1000);
  });

  // Why: 512 bytes are the head of a file, 10 240 what an archive is filled up to.
  test.each([9_216, 9_728])("tar.gz ends as an archive does, after %d bytes", async (size) => {
    const entry = { path: "sandbox", bytes: new Uint8Array(size).fill(1) };
    const stdin = new Blob([Buffer.from(packTarGz([entry], TIME))]);
    const child = Bun.spawn(["tar", "-tzf", "-"], { stdin, stderr: "pipe" });
    expect([await new Response(child.stderr).text(), await child.exited]).toEqual(["", 0]);
    const tar = Bun.gunzipSync(Buffer.from(packTarGz([entry], TIME)));
    expect(tar.subarray(-1_024).every((byte) => byte === 0)).toBe(true);
  });

  test("tar.xz has the same tar as tar.gz", async () => {
    const gz = new Uint8Array(Buffer.from(packTarGz(ENTRIES, TIME)));
    const child = Bun.spawn(["xz", "-d", "-c"], {
      stdin: new Blob([Buffer.from(await packTarXz(gz))]),
    });
    expect(Buffer.from(await new Response(child.stdout).bytes())).toEqual(
      Buffer.from(Bun.gunzipSync(gz)),
    );
  });

  // Why: both are what came out once, so that a change of a packer does not go unseen.
  test.each([
    ["tar.gz", packTarGz, "a060a60ba55580612a259296df9d35abb1d7fc12f5641a24879712a8a78d9ceb"],
    ["zip", packZip, "b8423c23a7ce37895c52c6cd67f07d246a40403ff4b66ad2cf4f427aaa57df34"],
  ])("%s has the same bytes at any time and in any zone", (_ending, pack, sum) => {
    const { TZ } = process.env;
    const sums = ["UTC", "Pacific/Auckland", "America/New_York"].map((name) => {
      process.env.TZ = name;
      return hash(pack(ENTRIES, TIME));
    });
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
    expect(sums).toEqual([sum, sum, sum]);
  });
});

describe("checksums", () => {
  test("are the lines that sha256sum reads, sorted", async () => {
    await using directory = await temporaryDirectory({ b: "2", a: "1" });
    const sums = new Map([
      ["b", hash(Buffer.from("2"))],
      ["a", hash(Buffer.from("1"))],
    ]);
    const text = formatSums(sums);
    expect(text.split("\n").map((line) => line.slice(64))).toEqual(["  a", "  b", ""]);
    await Bun.write(join(directory.path, "SHA256SUMS"), text);
    const child = Bun.spawn(["sha256sum", "--check", "SHA256SUMS"], { cwd: directory.path });
    expect(await new Response(child.stdout).text()).toBe("a: OK\nb: OK\n");
  });
});
