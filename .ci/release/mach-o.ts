// Reads what macOS' loader reads of an executable: its machine, its libraries, and where its signature is.
import type { Machine } from "./targets.ts";

export interface MachO {
  readonly machine: Machine | undefined;
  readonly libraries: readonly string[];
  readonly segments: readonly Segment[];
  readonly signature: Signature | undefined;
}

export interface Segment {
  readonly name: string;
  /** Where its command is in the file. */
  readonly command: number;
  readonly offset: number;
  readonly size: number;
}

/** Where the signature is in the file, and the command that says so. */
export interface Signature {
  readonly command: number;
  readonly offset: number;
  readonly size: number;
}

const MACHINES: Readonly<Record<number, Machine>> = { 16777223: "x64", 16777228: "arm64" };
const COMMAND = { segment: 0x19, signature: 0x1d };
/** The commands that name a library: loaded, weak, exported again, at first use, upward. */
const LIBRARIES = [0xc, 0x80000018, 0x8000001f, 0x20, 0x80000023];

/** Reads a 64-bit Mach-O file of one machine. Throws where it is none. */
export function readMachO(file: Buffer): MachO {
  if (file.readUInt32LE(0) !== 0xfeedfacf) throw new Error("no 64-bit Mach-O file");
  const commands = readCommands(file);
  const signature = commands.find(({ type }) => type === COMMAND.signature)?.at;
  return {
    machine: MACHINES[file.readUInt32LE(4)],
    libraries: commands
      .filter(({ type }) => LIBRARIES.includes(type))
      .map(({ at }) => textAt(file, at + file.readUInt32LE(at + 8))),
    segments: commands
      .filter(({ type }) => type === COMMAND.segment)
      .map(({ at }) => ({
        name: textAt(file, at + 8),
        command: at,
        offset: Number(file.readBigUInt64LE(at + 40)),
        size: Number(file.readBigUInt64LE(at + 48)),
      })),
    signature:
      signature === undefined
        ? undefined
        : {
            command: signature,
            offset: file.readUInt32LE(signature + 8),
            size: file.readUInt32LE(signature + 12),
          },
  };
}

/** Finds the segment of a name. Throws where there is none. */
export function segmentOf({ segments }: MachO, name: string): Segment {
  const segment = segments.find((candidate) => candidate.name === name);
  if (segment === undefined) throw new Error(`no segment ${name}`);
  return segment;
}

function readCommands(file: Buffer): { type: number; at: number }[] {
  let at = 32;
  return Array.from({ length: file.readUInt32LE(16) }, () => {
    const command = { type: file.readUInt32LE(at), at };
    at += file.readUInt32LE(at + 4);
    return command;
  });
}

function textAt(file: Buffer, offset: number): string {
  return file.toString("utf8", offset, file.indexOf(0, offset));
}
