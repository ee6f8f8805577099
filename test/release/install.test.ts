// install.sh as its users run it, against a server of small releases on this machine. The executables are
// scripts, and the platform is what a `uname` of the test's says.
import { describe, expect, test } from "bun:test";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { temporaryDirectory } from "../cli/temporary-directory.ts";
import { type Files, makeRelease, makeXzRelease, pathOf, serve } from "./release-server.ts";
import { install, type Machine, SCRIPT, start } from "./run-install.ts";

const { version } = manifest;

describe("install.sh", () => {
  test.each<[string, Machine]>([
    ["linux-x64", { uname: "Linux x86_64" }],
    ["linux-arm64", { uname: "Linux aarch64" }],
    ["linux-x64-musl", { uname: "Linux x86_64", isMusl: true }],
    ["linux-arm64-musl", { uname: "Linux aarch64", isMusl: true }],
    ["darwin-x64", { uname: "Darwin x86_64", hasher: "shasum" }],
    ["darwin-arm64", { uname: "Darwin arm64", hasher: "shasum" }],
    ["darwin-arm64", { uname: "Darwin x86_64", hasher: "shasum", extra: { sysctl: "echo 1" } }],
  ])("installs the executable for %s: %j", async (platform, machine) => {
    await using place = await temporaryDirectory();
    await using server = await serve(makeRelease(platform, "linux-riscv64"));
    const to = join(place.path, "a bin");
    const outcome = await install(place, machine, ["--from", server.url, "--to", to]);
    expect(outcome).toEqual({
      code: 0,
      stdout: `merchant-sandbox ${version} for ${platform} is installed as ${to}/merchant-sandbox\nAdd ${to} to your PATH to call it by its name.\n`,
      stderr: "",
    });
    expect(await readdir(to)).toEqual(["merchant-sandbox"]);
    expect((await stat(join(to, "merchant-sandbox"))).mode & 0o777).toBe(0o755);
  });

  test("downloads with wget if there is no curl", async () => {
    await using place = await temporaryDirectory();
    await using server = await serve(makeRelease("linux-x64"));
    const { code, stderr } = await install(place, { downloader: "wget" }, ["--from", server.url]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(await readdir(join(place.path, "home/.local/bin"))).toEqual(["merchant-sandbox"]);
  });

  test("uses the smaller archive if xz is installed", async () => {
    await using place = await temporaryDirectory();
    await using server = await serve(await makeXzRelease("linux-x64"));
    const { code, stderr } = await install(place, { hasXz: true }, ["--from", server.url]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("accepts another release, and finds its directory from where it is called", async () => {
    await using place = await temporaryDirectory();
    await using server = await serve(makeRelease("linux-x64", undefined, "9.8.7"));
    const flags = ["--from", server.url, "--version", "v9.8.7", "--to", "here"];
    expect((await install(place, {}, flags)).code).toBe(0);
    expect(await readdir(join(place.path, "here"))).toEqual(["merchant-sandbox"]);
  });

  test("puts a new executable in the place of the old", async () => {
    await using place = await temporaryDirectory({ "bin/merchant-sandbox": "old" });
    await using server = await serve(makeRelease("linux-x64"));
    const to = join(place.path, "bin");
    const outcome = await install(place, {}, ["--from", server.url, "--to", to]);
    expect(outcome.code).toBe(0);
    expect(await Bun.file(join(to, "merchant-sandbox")).text()).not.toBe("old");
  });

  test.each<[string, Files, string]>([
    [
      "a wrong checksum",
      { ...makeRelease("linux-x64"), [pathOf("linux-x64")]: Buffer.of(1) },
      "the checksum of merchant-sandbox-linux-x64.tar.gz is wrong: expected ",
    ],
    [
      "a platform that has no executable",
      makeRelease("linux-arm64"),
      `release ${version} has no executable for linux-x64`,
    ],
    [
      "a download that breaks off",
      { ...makeRelease("linux-x64"), [pathOf("linux-x64")]: "cut" },
      "/merchant-sandbox-linux-x64.tar.gz",
    ],
    ["a release that is not there", {}, "/SHA256SUMS"],
    [
      "an executable that does not run",
      makeRelease("linux-x64", undefined, version, "echo too old >&2; echo more >&2; exit 1"),
      "the executable does not run here: too old\n",
    ],
  ])("leaves all as it was after %s", async (_name, files, message) => {
    await using place = await temporaryDirectory({ "bin/merchant-sandbox": "old" });
    await using server = await serve(files);
    const to = join(place.path, "bin");
    const outcome = await install(place, {}, ["--from", server.url, "--to", to]);
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toBe("");
    expect(outcome.stderr).toContain("merchant-sandbox was not installed: ");
    expect(outcome.stderr).toContain(message);
    expect(await readdir(to)).toEqual(["merchant-sandbox"]);
    expect(await Bun.file(join(to, "merchant-sandbox")).text()).toBe("old");
  });

  test("names the missing library if musl's executable does not run", async () => {
    await using place = await temporaryDirectory();
    await using server = await serve(
      makeRelease(
        "linux-x64-musl",
        undefined,
        version,
        "echo no libstdc++.so.6 >&2; echo more >&2; exit 127",
      ),
    );
    const outcome = await install(place, { isMusl: true }, ["--from", server.url]);
    expect(outcome.stderr).toContain("apk add libstdc++");
  });

  test("leaves nothing when it is stopped half-way", async () => {
    await using place = await temporaryDirectory();
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const files = makeRelease("linux-x64");
    await using server = await serve(files, (request, response) => {
      if (!request.url?.endsWith(".tar.gz")) return false;
      response.writeHead(200, { "Content-Length": 1000 });
      response.write("half");
      resolve();
      return true;
    });
    const to = join(place.path, "bin");
    const child = await start(place, {}, ["--from", server.url, "--to", to]);
    await asked;
    process.kill(-child.pid, "SIGTERM");
    expect(await child.exited).not.toBe(0);
    expect(await readdir(to)).toEqual([]);
  });

  test.each<[string, Machine, string[], number, string]>([
    ["no server", {}, [], 2, "use --from URL, or set MERCHANT_SANDBOX_RELEASES"],
    [
      "a server anyone can speak for",
      {},
      ["--from", "http://example.com"],
      2,
      "must start with https://",
    ],
    [
      "a name that only begins as this machine's",
      {},
      ["--from", "http://127.0.0.1.example.com/"],
      2,
      "must start with https://",
    ],
    ["an unknown argument", {}, ["--prefix", "/"], 2, "unknown argument --prefix; see --help"],
    ["a flag without its value", {}, ["--to"], 2, "--to needs a value"],
    ["a version that is none", {}, ["--version", "../1"], 2, "--version must be like"],
    ["a foreign system", { uname: "FreeBSD amd64" }, [], 1, "there is no executable for FreeBSD"],
    ["a foreign machine", { uname: "Linux riscv64" }, [], 1, "no executable for Linux on riscv64"],
    [
      "Windows",
      { uname: "MINGW64_NT-10.0 x86_64" },
      [],
      1,
      `/v${version}/merchant-sandbox-windows-x64.zip yourself`,
    ],
    ["nothing that downloads", { downloader: "none" }, [], 1, "install curl or wget first"],
    ["nothing that hashes", { hasher: "none" }, [], 1, "install sha256sum or shasum first"],
    [
      "a directory that can't be made",
      {},
      ["--to", "/dev/null/bin"],
      1,
      "cannot create the directory /dev/null/bin",
    ],
    [
      "a directory that can't be written to",
      {},
      ["--to", "/proc"],
      1,
      "cannot write to the directory /proc",
    ],
  ])("explains what to do about %s", async (name, machine, flags, code, message) => {
    await using place = await temporaryDirectory();
    await using server = await serve(makeRelease("linux-x64"));
    const from = name === "no server" || flags.includes("--from") ? [] : ["--from", server.url];
    const outcome = await install(place, machine, [...from, ...flags]);
    expect({ code: outcome.code, stdout: outcome.stdout }).toEqual({ code, stdout: "" });
    expect(outcome.stderr).toContain("merchant-sandbox was not installed: ");
    expect(outcome.stderr).toContain(message);
  });

  test("installs the version of this package by default", async () => {
    await using place = await temporaryDirectory();
    expect((await install(place, {}, ["--help"])).stdout).toContain(`which release (${version})`);
  });

  test.skipIf(Bun.which("shellcheck") === null)(
    "is clean to shellcheck, as .ci/run is",
    async () => {
      const child = Bun.spawn(["shellcheck", SCRIPT, join(SCRIPT, "../../run")]);
      expect(await new Response(child.stdout).text()).toBe("");
    },
  );
});
