// The C library of the image, as Debian packs it: the very packages whose hashes are written here, wherever they
// were fetched from.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Entry, hash } from "./pack.ts";
import type { Machine, Target } from "./targets.ts";

const VERSION = "2.36-9+deb12u14";

const PACKAGES: Readonly<Record<Machine, { readonly name: string; readonly sum: string }>> = {
  x64: {
    name: `libc6_${VERSION}_amd64.deb`,
    sum: "ba4f88f73dbc3ae9055f3c20f4523bfdbaf1ad13ff95e258924f77d20b4fbedf",
  },
  arm64: {
    name: `libc6_${VERSION}_arm64.deb`,
    sum: "01f4330719fd4f65580e16ea5a0527f372fca750e8f588d26deaf09f2d3b1cf4",
  },
};

// Why: Debian's servers keep a package until there is a newer one, and its archive keeps it for good.
const SERVERS = [
  "https://deb.debian.org/debian",
  "https://snapshot.debian.org/archive/debian/20260801T000000Z",
];

/** Fetches the loader and the libraries that a target's executable asks for, with their licence. */
export async function fetchLibc(
  target: Target,
  directory: string,
  servers: readonly string[] = SERVERS,
): Promise<Entry[]> {
  const { name, sum } = PACKAGES[target.machine];
  return unpackLibc(await fetchPackage(name, sum, servers), target, directory);
}

/** Takes the loader, the libraries and their licence out of a Debian package, by way of a directory. */
export async function unpackLibc(
  deb: Buffer,
  { libraries, interpreter = "" }: Target,
  directory: string,
): Promise<Entry[]> {
  await mkdir(directory, { recursive: true });
  const child = Bun.spawn(["tar", "-xJf", "-", "-C", directory], {
    stdin: readMember(deb, "data.tar.xz"),
  });
  if ((await child.exited) !== 0) throw new Error("the package of the C library can't be unpacked");
  const read = async (path: string, from: string, executable: boolean): Promise<Entry> => {
    const file = (await Array.fromAsync(new Bun.Glob(from).scan(directory))).at(0);
    if (file === undefined) throw new Error(`the package of the C library has no ${from}`);
    return { path, bytes: await Bun.file(join(directory, file)).bytes(), executable };
  };
  return Promise.all([
    ...libraries.map((name) => {
      const isLoader = interpreter.endsWith(`/${name}`);
      return read(isLoader ? interpreter.slice(1) : `lib/${name}`, `lib/*-linux-gnu/${name}`, true);
    }),
    read("usr/share/doc/libc6/copyright", "usr/share/doc/libc6/copyright", false),
  ]);
}

async function fetchPackage(
  name: string,
  sum: string,
  servers: readonly string[],
): Promise<Buffer> {
  const met: string[] = [];
  for (const server of servers) {
    const url = `${server}/pool/main/g/glibc/${encodeURIComponent(name)}`;
    try {
      const answer = await fetch(url);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.ok && hash(bytes) === sum) return bytes;
      met.push(`${url} ${answer.ok ? `is ${hash(bytes)}, not ${sum}` : `is ${answer.status}`}`);
    } catch (error) {
      met.push(`${url}: ${error instanceof Error ? error.message : error}`);
    }
  }
  throw new Error(`the C library of the image can't be had:\n${met.join("\n")}`);
}

/** Reads a file of an `ar` archive, which is what a Debian package is. */
function readMember(archive: Buffer, name: string): Buffer {
  const start = "!<arch>\n".length;
  for (let at = start; at < archive.length; ) {
    const size = Number(archive.toString("latin1", at + 48, at + 58));
    const body = at + 60;
    if (archive.toString("latin1", at, at + 16).trim() === name) {
      return archive.subarray(body, body + size);
    }
    at = body + size + (size % 2);
  }
  throw new Error(`the package of the C library has no ${name}`);
}
