// Debian packages of a C library, from which the release's image is built, without a download.
import { type Machine, TARGETS, type Target } from "../../.ci/release/targets.ts";

export const HERE: Machine = process.arch === "arm64" ? "arm64" : "x64";

/** The target of executables for a machine's glibc. */
export function target(machine: Machine): Target {
  const found = TARGETS.find(({ name }) => name === `linux-${machine}`);
  if (found === undefined) throw new Error(`no target for ${machine}`);
  return found;
}

/** Makes a package of this machine's C library, or of placeholders for another's, and returns its path. */
export async function makeDeb(machine: Machine, directory: string): Promise<string> {
  const put = (path: string, content: string | Uint8Array) =>
    Bun.write(`${directory}/tree/${path}`, content);
  const folder = `lib/${machine === "x64" ? "x86_64" : "aarch64"}-linux-gnu`;
  const { libraries, loader = "" } = target(machine);
  for (const name of libraries) {
    const path = loader.endsWith(`/${name}`) ? loader : `${folder}/${name}`;
    const own = Bun.file(`/${folder}/${name}`);
    await put(path, machine === HERE ? await own.bytes() : name);
    await Bun.$`chmod 755 ${directory}/tree/${path}`;
  }
  await put("usr/share/doc/libc6/copyright", "LGPL\n");
  const fields = ["Package: libc6", "Version: 1", "Architecture: all", "Maintainer: nobody"];
  await put("DEBIAN/control", `${[...fields, "Description: a C library"].join("\n")}\n`);
  const file = `${directory}/libc6.deb`;
  await Bun.$`dpkg-deb --root-owner-group --build -Znone ${directory}/tree ${file}`.quiet();
  return file;
}
