// The C library of the image, as Debian packs it: the very packages whose hashes are written here, as apt
// downloads them for any machine.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Entry, hash } from "./pack.ts";
import type { Machine, Target } from "./targets.ts";

const VERSION = "2.36-9+deb12u14";

const PACKAGES: Readonly<Record<Machine, { readonly architecture: string; readonly sum: string }>> =
  {
    x64: {
      architecture: "amd64",
      sum: "ba4f88f73dbc3ae9055f3c20f4523bfdbaf1ad13ff95e258924f77d20b4fbedf",
    },
    arm64: {
      architecture: "arm64",
      sum: "01f4330719fd4f65580e16ea5a0527f372fca750e8f588d26deaf09f2d3b1cf4",
    },
  };

/** Fetches the loader and the libraries that a target's executable asks for, with their licence. */
export async function fetchLibc(target: Target, directory: string): Promise<Entry[]> {
  const file = await downloadPackage(target.machine, directory);
  checkSum(target.machine, await Bun.file(file).bytes());
  return unpackLibc(file, target, join(directory, "unpacked"));
}

/** Throws unless a machine's package has the hash that is written here. */
export function checkSum(machine: Machine, bytes: Uint8Array): void {
  const { architecture, sum } = PACKAGES[machine];
  const found = hash(bytes);
  if (found !== sum) throw new Error(`libc6 ${VERSION} of ${architecture} is ${found}, not ${sum}`);
}

/** Takes the loader, the libraries and their licence out of a Debian package, by way of a directory. */
export async function unpackLibc(
  file: string,
  { libraries, interpreter = "" }: Target,
  directory: string,
): Promise<Entry[]> {
  await run(["dpkg-deb", "--extract", file, directory]);
  const read = async (path: string, from: string, executable: boolean): Promise<Entry> => {
    const found = (await Array.fromAsync(new Bun.Glob(from).scan(directory))).at(0);
    if (found === undefined) throw new Error(`the package of the C library has no ${from}`);
    return { path, bytes: await Bun.file(join(directory, found)).bytes(), executable };
  };
  return Promise.all([
    ...libraries.map((name) => {
      const isLoader = interpreter.endsWith(`/${name}`);
      return read(isLoader ? interpreter.slice(1) : `lib/${name}`, `lib/*-linux-gnu/${name}`, true);
    }),
    read("usr/share/doc/libc6/copyright", "usr/share/doc/libc6/copyright", false),
  ]);
}

/** Downloads a machine's package, and gives its path. */
// Why: by lists of its own, for those of the system know of no other machine, and are not ours to change.
async function downloadPackage(machine: Machine, directory: string): Promise<string> {
  const { architecture } = PACKAGES[machine];
  await mkdir(join(directory, "lists/partial"), { recursive: true });
  await mkdir(join(directory, "cache/archives/partial"), { recursive: true });
  const options = {
    "APT::Architecture": architecture,
    "APT::Architectures": architecture,
    "Dir::State::Lists": join(directory, "lists"),
    "Dir::State::status": "/dev/null",
    "Dir::Cache": join(directory, "cache"),
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
  await run(["apt-get", "-qq", ...flags, "update"]);
  await run(["apt-get", "-qq", ...flags, "download", `libc6=${VERSION}`], directory);
  const [name = ""] = await Array.fromAsync(new Bun.Glob("libc6_*.deb").scan(directory));
  return join(directory, name);
}

async function run(words: readonly string[], cwd = "."): Promise<void> {
  const child = Bun.spawn([...words], { cwd, stdout: "ignore", stderr: "pipe" });
  const told = await new Response(child.stderr).text();
  if ((await child.exited) === 0) return;
  throw new Error(`${words[0]} failed, and the C library of the image can't be had:\n${told}`);
}
