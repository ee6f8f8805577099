// Runs the files of a release as users would, if this machine can.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { createBuildah } from "./image.ts";
import { run } from "./run.ts";
import type { Target } from "./targets.ts";

const { name, version } = manifest;
const QEMU_ROOT = "/usr/aarch64-linux-gnu";

/** Unpacks an archive and runs its executable. Returns false if this machine can't run it. */
export async function tryArchive(target: Target, archive: string): Promise<boolean> {
  const emulator = findEmulator(target);
  if (emulator === undefined) return false;
  const directory = await mkdtemp(resolve(archive, "../try-"));
  await run(["tar", "-xzf", archive, "-C", directory, "--strip-components=1"]);
  const program = [...emulator, join(directory, name)];
  const printed = await run([...program, "--version"]);
  if (printed.trim() !== version) throw new Error(`--version prints ${printed}`);
  await run([...program, "exec", "--", "true"]);
  await rm(directory, { recursive: true });
  return true;
}

/** Runs the program in this machine's part of an image, as a container does. */
export async function tryImage(archive: string): Promise<void> {
  const buildah = createBuildah(`${archive}-storage`);
  const container = await buildah(["from", `oci-archive:${archive}`]);
  const words = [name, "exec", "--", name, "--version"];
  await buildah(["run", "--isolation=chroot", container, "--", ...words]);
}

/** The words to put before an executable to run it here. */
function findEmulator(target: Target): readonly string[] | undefined {
  const libc = existsSync("/etc/alpine-release") ? "-musl" : "";
  if (target.name === `${process.platform}-${process.arch}${libc}`) return [];
  if (target.name !== "linux-arm64" || !existsSync(QEMU_ROOT)) return undefined;
  return Bun.which("qemu-aarch64") === null ? undefined : ["qemu-aarch64", "-L", QEMU_ROOT];
}
