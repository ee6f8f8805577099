// Debian packages of a C library, as the image of a release is made of them, without a download.
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

/** Makes a Debian package of a C library, this machine's own or files in its place, and gives its path. */
export async function makeDeb(machine: Machine, directory: string): Promise<string> {
  const put = (path: string, content: string | Uint8Array) =>
    Bun.write(`${directory}/tree/${path}`, content);
  const folder = machine === "x64" ? "lib/x86_64-linux-gnu" : "lib/aarch64-linux-gnu";
  for (const name of target(machine).libraries) {
    const own = Bun.file(`${LIBRARIES}/${name}`);
    const isHere = machine === HERE && (await own.exists());
    await put(`${folder}/${name}`, isHere ? await own.bytes() : name);
  }
  await put("usr/share/doc/libc6/copyright", "LGPL\n");
  const fields = ["Package: libc6", "Version: 1", "Architecture: all", "Maintainer: nobody"];
  await put("DEBIAN/control", `${[...fields, "Description: a C library"].join("\n")}\n`);
  const file = `${directory}/libc6.deb`;
  await Bun.$`dpkg-deb --build -Znone ${directory}/tree ${file}`.quiet();
  return file;
}
