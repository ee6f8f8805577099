// Runs a packed executable as its user would, where this machine can: unpacks it, asks for its version, and
// has it run a command with a sandbox of its own.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Target } from "./targets.ts";

const QEMU_ROOT = "/usr/aarch64-linux-gnu";

/** Says what went wrong as an archive was unpacked and run; undefined where this machine can't run it. */
export async function tryArchive(
  target: Target,
  archive: string,
  version: string,
): Promise<string[] | undefined> {
  const here = await mkdtemp(resolve(archive, "../try-"));
  try {
    const way = await findWay(target, here);
    if (way === undefined) return undefined;
    const unpacked = await run(["tar", "-xzf", archive, "-C", here, "--strip-components=1"]);
    if (unpacked.code !== 0) return [`it can't be unpacked: ${unpacked.text}`];
    const said = await run([...way, "--version"]);
    const ran = await run([...way, "exec", "--", "true"]);
    return [
      ...(said.code === 0 && said.text.trim() === version ? [] : [`--version: ${said.text}`]),
      ...(ran.code === 0 ? [] : [`exec -- true ended with ${ran.code}: ${ran.text}`]),
    ];
  } finally {
    await rm(here, { recursive: true, force: true });
  }
}

/** The words that run the executable in the directory `here`, where this machine can run it. */
async function findWay({ name }: Target, here: string): Promise<string[] | undefined> {
  const executable = join(here, "merchant-sandbox");
  if (name === platformHere()) return [executable];
  if (name === "linux-arm64" && has("qemu-aarch64") && existsSync(QEMU_ROOT)) {
    return ["qemu-aarch64", "-L", QEMU_ROOT, executable];
  }
  if (name === "linux-x64-musl" && process.getuid?.() === 0 && has("musl-gcc")) {
    const made = await run([join(import.meta.dir, "musl-root.sh"), here]);
    if (made.code !== 0) throw new Error(`no root for musl was made: ${made.text}`);
    return ["chroot", here, "/merchant-sandbox"];
  }
  return undefined;
}

function platformHere(): string {
  const platform = `${process.platform}-${process.arch}`;
  return existsSync("/etc/alpine-release") ? `${platform}-musl` : platform;
}

export function has(command: string): boolean {
  return Bun.which(command) !== null;
}

export async function run(words: string[]): Promise<{ code: number; text: string }> {
  const child = Bun.spawn(words, { stdout: "pipe", stderr: "pipe", timeout: 120_000 });
  const texts = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, text: texts.join("") };
}
