// Debian packages of a C library, as the image of a release is made of them, without a download.
import { type Entry, packTar } from "../../.ci/release/pack.ts";
import { type Machine, TARGETS, type Target } from "../../.ci/release/targets.ts";

export const HERE: Machine = process.arch === "arm64" ? "arm64" : "x64";
/** Where Debian has this machine's C library. */
export const LIBRARIES = `/lib/${HERE === "x64" ? "x86_64" : "aarch64"}-linux-gnu`;

/** The target of executables for a machine's glibc. */
export function target(machine: Machine): Target {
  const found = TARGETS.find(({ name }) => name === `linux-${machine}`);
  if (found === undefined) throw new Error(`no target for ${machine}`);
  return found;
}

/** A Debian package of a C library: this machine's own, or files in its place. */
export async function makeDeb(machine: Machine): Promise<Buffer> {
  const folder = machine === "x64" ? "lib/x86_64-linux-gnu" : "lib/aarch64-linux-gnu";
  const files: Entry[] = await Promise.all(
    target(machine).libraries.map(async (name) => {
      const own = Bun.file(`${LIBRARIES}/${name}`);
      const bytes =
        machine === HERE && (await own.exists()) ? await own.bytes() : Buffer.from(name);
      return { path: `${folder}/${name}`, bytes };
    }),
  );
  const copyright = { path: "usr/share/doc/libc6/copyright", bytes: Buffer.from("LGPL\n") };
  const tar = packTar([...files, copyright], 0);
  const xz = Bun.spawn(["xz", "-0", "--stdout"], { stdin: tar });
  const data = Buffer.from(await new Response(xz.stdout).arrayBuffer());
  const member = (name: string, bytes: Buffer) => {
    const size = `${bytes.length}`.padEnd(10);
    const header = `${name.padEnd(16)}${"0".padEnd(12)}${"0".padEnd(12)}${"100644".padEnd(8)}${size}\`\n`;
    return [Buffer.from(header), bytes, Buffer.from("\n".repeat(bytes.length % 2))];
  };
  const version = member("debian-binary", Buffer.from("2.0\n"));
  const control = member("control.tar.xz", Buffer.from("odd"));
  return Buffer.concat([
    Buffer.from("!<arch>\n"),
    ...version,
    ...control,
    ...member("data.tar.xz", data),
  ]);
}
