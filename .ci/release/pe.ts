// Reads what Windows' loader reads of an executable: its machine, and the libraries it imports, those
// that are loaded on first use among them.
import type { Machine } from "./targets.ts";

export interface Pe {
  readonly machine: Machine | undefined;
  /** In lower case, since Windows does not tell `USER32.dll` from `user32.dll`. */
  readonly libraries: readonly string[];
}

const MACHINES: Readonly<Record<number, Machine>> = { 34404: "x64", 43620: "arm64" };
/** The two lists of libraries: which directory, how long an entry is, and where in it the name is. */
const IMPORTS = { directory: 1, size: 20, name: 12 };
const DELAYED_IMPORTS = { directory: 13, size: 32, name: 4 };

/** Reads a 64-bit PE file. Throws where it is none. */
export function readPe(file: Buffer): Pe {
  const header = file.readUInt32LE(0x3c);
  if (file.toString("latin1", header, header + 4) !== "PE\0\0") throw new Error("no PE file");
  if (file.readUInt16LE(header + 24) !== 0x20b) throw new Error("no 64-bit PE file");
  return {
    machine: MACHINES[file.readUInt16LE(header + 4)],
    libraries: [IMPORTS, DELAYED_IMPORTS].flatMap((list) => readLibraries(file, header, list)),
  };
}

function readLibraries(file: Buffer, header: number, list: typeof IMPORTS): string[] {
  const start = file.readUInt32LE(header + 24 + 112 + list.directory * 8);
  if (start === 0) return [];
  const libraries: string[] = [];
  for (let at = toOffset(file, header, start); ; at += list.size) {
    const name = file.readUInt32LE(at + list.name);
    if (name === 0) return libraries;
    const offset = toOffset(file, header, name);
    libraries.push(file.toString("latin1", offset, file.indexOf(0, offset)).toLowerCase());
  }
}

function toOffset(file: Buffer, header: number, address: number): number {
  const sections = header + 24 + file.readUInt16LE(header + 20);
  for (let index = 0; index < file.readUInt16LE(header + 6); index++) {
    const section = sections + index * 40;
    const within = address - file.readUInt32LE(section + 12);
    if (within >= 0 && within < file.readUInt32LE(section + 16)) {
      return file.readUInt32LE(section + 20) + within;
    }
  }
  throw new Error(`no section holds the address ${address}`);
}
