// Reads what Linux's loader reads of an executable: its machine, its interpreter, the libraries it needs,
// and the versions of glibc that its symbols ask for.
import type { Machine } from "./targets.ts";

export interface Elf {
  readonly machine: Machine | undefined;
  readonly interpreter: string | undefined;
  readonly libraries: readonly string[];
  /** The newest glibc that a symbol asks for, such as `2.17`. */
  readonly glibc: string | undefined;
}

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
}

const MACHINES: Readonly<Record<number, Machine>> = { 62: "x64", 183: "arm64" };
const SEGMENT = { load: 1, dynamic: 2, interpreter: 3 };
const TAG = { needed: 1, strings: 5, versions: 0x6ffffffe, versionCount: 0x6fffffff };

/** Reads a 64-bit, little-endian ELF file. Throws where it is none. */
export function readElf(file: Buffer): Elf {
  if (file.toString("latin1", 0, 6) !== "\x7fELF\x02\x01") throw new Error("no 64-bit ELF file");
  const segments = readSegments(file);
  const interpreter = segments.find(({ type }) => type === SEGMENT.interpreter);
  const dynamic = readDynamic(file, segments);
  const offsetOf = (tag: number) => {
    const entry = dynamic.find(([found]) => found === tag);
    return entry === undefined ? undefined : toOffset(segments, entry[1]);
  };
  const strings = offsetOf(TAG.strings) ?? 0;
  const versions = offsetOf(TAG.versions);
  const count = dynamic.find(([tag]) => tag === TAG.versionCount)?.[1] ?? 0;
  const asked = versions === undefined ? [] : readVersions(file, versions, count, strings);
  return {
    machine: MACHINES[file.readUInt16LE(18)],
    interpreter: interpreter && textAt(file, interpreter.offset),
    libraries: dynamic
      .filter(([tag]) => tag === TAG.needed)
      .map(([, at]) => textAt(file, strings + at)),
    glibc: asked
      .filter((version) => version.startsWith("GLIBC_"))
      .map((version) => version.slice("GLIBC_".length))
      .toSorted(compareVersions)
      .at(-1),
  };
}

/** Orders `2.9` before `2.17`. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

function readSegments(file: Buffer): Segment[] {
  const start = Number(file.readBigUInt64LE(32));
  const size = file.readUInt16LE(54);
  return Array.from({ length: file.readUInt16LE(56) }, (_, index) => {
    const at = start + index * size;
    return {
      type: file.readUInt32LE(at),
      offset: Number(file.readBigUInt64LE(at + 8)),
      address: Number(file.readBigUInt64LE(at + 16)),
      size: Number(file.readBigUInt64LE(at + 32)),
    };
  });
}

function readDynamic(file: Buffer, segments: readonly Segment[]): [tag: number, value: number][] {
  const dynamic = segments.find(({ type }) => type === SEGMENT.dynamic);
  if (dynamic === undefined) return [];
  return Array.from({ length: dynamic.size / 16 }, (_, index) => {
    const at = dynamic.offset + index * 16;
    return [Number(file.readBigUInt64LE(at)), Number(file.readBigUInt64LE(at + 8))];
  });
}

function toOffset(segments: readonly Segment[], address: number): number {
  const home = segments.find(
    (segment) =>
      segment.type === SEGMENT.load &&
      segment.address <= address &&
      address < segment.address + segment.size,
  );
  if (home === undefined) throw new Error(`no segment holds the address ${address}`);
  return home.offset + address - home.address;
}

function readVersions(file: Buffer, start: number, count: number, strings: number): string[] {
  const found: string[] = [];
  for (let library = start, left = count; left > 0; left--) {
    let version = library + file.readUInt32LE(library + 8);
    for (let more = file.readUInt16LE(library + 2); more > 0; more--) {
      found.push(textAt(file, strings + file.readUInt32LE(version + 8)));
      version += file.readUInt32LE(version + 12);
    }
    library += file.readUInt32LE(library + 12);
  }
  return found;
}

function textAt(file: Buffer, offset: number): string {
  return file.toString("utf8", offset, file.indexOf(0, offset));
}
