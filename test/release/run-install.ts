// install.sh, run on a machine that has nothing but what a test gives it.
import { chmod, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { TemporaryDirectory } from "../cli/temporary-directory.ts";

export const SCRIPT: string = join(import.meta.dir, "../../.ci/release/install.sh");
/** All that the script may call, except what downloads and what detects the platform. */
const TOOLS = ["awk", "cat", "chmod", "grep", "gzip", "mkdir", "mktemp", "mv", "rm", "sh", "tar"];

/** A machine; by default one with glibc, curl and sha256sum. */
export interface Machine {
  readonly uname?: string;
  readonly isMusl?: boolean;
  readonly downloader?: "curl" | "wget" | "none";
  readonly hasher?: "sha256sum" | "shasum" | "none";
  /** Whether it has xz. */
  readonly hasXz?: boolean;
  readonly extra?: Readonly<Record<string, string>>;
}

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the script to its end. */
export async function install(
  place: TemporaryDirectory,
  machine: Machine,
  flags: readonly string[],
): Promise<Outcome> {
  const child = await start(place, machine, flags);
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, stdout, stderr };
}

/** Starts the script where nothing is installed but the tools of a machine. */
export async function start(place: TemporaryDirectory, machine: Machine, flags: readonly string[]) {
  const bin = join(place.path, "tools");
  await makeTools(bin, machine);
  return Bun.spawn([join(bin, "sh"), SCRIPT, ...flags], {
    cwd: place.path,
    env: { PATH: bin, HOME: join(place.path, "home") },
    stdout: "pipe",
    stderr: "pipe",
    detached: true,
  });
}

async function makeTools(bin: string, machine: Machine): Promise<void> {
  const { uname = "Linux x86_64", isMusl = false, hasXz = false, extra = {} } = machine;
  const { downloader = "curl", hasher = "sha256sum" } = machine;
  const [system, processor] = uname.split(" ");
  const curl = Bun.which("curl");
  const tools: Record<string, string> = {
    uname: `if [ "$1" = -s ]; then echo ${system}; else echo ${processor}; fi`,
    // Why: musl's own getconf and ldd fail; the latter names it on stderr all the same.
    getconf: isMusl ? "exit 1" : 'test "$1" = GNU_LIBC_VERSION',
    ldd: `${isMusl ? "echo musl libc >&2; exit 1" : "echo glibc"}`,
    ...extra,
  };
  if (downloader === "wget") tools.wget = `[ "$1 $2" = "-q -O" ] && exec ${curl} -sf -o "$3" "$4"`;
  if (hasher === "shasum") tools.shasum = `[ "$*" = "-a 256" ] && exec ${Bun.which("sha256sum")}`;
  await mkdir(bin, { recursive: true });
  for (const [name, text] of Object.entries(tools)) {
    await Bun.write(join(bin, name), `#!/bin/sh\n${text}\n`);
    await chmod(join(bin, name), 0o755);
  }
  const links = [
    ...TOOLS,
    ...(hasXz ? ["xz"] : []),
    ...[downloader, hasher].filter((it) => it === "curl" || it === "sha256sum"),
  ];
  for (const name of links) await symlink(Bun.which(name) ?? name, join(bin, name));
}
