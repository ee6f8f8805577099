// Executables of a few hundred bytes, with all that the checks of a release read in them, and no program.

interface ElfParts {
  readonly machine: number;
  readonly interpreter?: string;
  readonly libraries: readonly string[];
  /** The versions that symbols ask for, by library. */
  readonly versions?: Readonly<Record<string, readonly string[]>>;
}

const HEADERS = 64 + 3 * 56;
const ADDRESS = 0x1000;

/** Writes an ELF file, whose strings, needs and versions are where its headers say. */
export function makeElf({ machine, interpreter, libraries, versions = {} }: ElfParts): Buffer {
  const strings = createStrings();
  const needed = libraries.map((library) => [1, strings.add(library)]);
  const asked = Buffer.concat(
    Object.entries(versions).map(([library, names], index, all) =>
      Buffer.concat([
        bytes(16, [
          [2, names.length, 2],
          [4, strings.add(library), 4],
          [8, 16, 4],
          [12, index === all.length - 1 ? 0 : 16 + names.length * 16, 4],
        ]),
        ...names.map((name, at) =>
          bytes(16, [
            [8, strings.add(name), 4],
            [12, at === names.length - 1 ? 0 : 16, 4],
          ]),
        ),
      ]),
    ),
  );
  const loader = Buffer.from(interpreter === undefined ? "" : `${interpreter}\0`);
  const text = strings.bytes();
  const at = { text: HEADERS + loader.length, asked: HEADERS + loader.length + text.length };
  const dynamic = [
    ...needed,
    [5, ADDRESS + at.text],
    ...(asked.length === 0
      ? []
      : [
          [0x6ffffffe, ADDRESS + at.asked],
          [0x6fffffff, Object.keys(versions).length],
        ]),
  ].map(([tag = 0, value = 0]) =>
    bytes(16, [
      [0, tag, 4],
      [8, value, 4],
    ]),
  );
  const start = at.asked + asked.length;
  const segment = (type: number, offset: number, size: number) =>
    bytes(56, [
      [0, type, 4],
      [8, offset, 4],
      [16, ADDRESS + offset, 4],
      [32, size, 4],
    ]);
  const header = bytes(64, [
    [18, machine, 2],
    [32, 64, 4],
    [54, 56, 2],
    [56, 3, 2],
  ]);
  header.write("\x7fELF\x02\x01", "latin1");
  return Buffer.concat([
    header,
    segment(1, 0, start),
    segment(2, start, dynamic.length * 16),
    segment(loader.length === 0 ? 0 : 3, HEADERS, loader.length),
    loader,
    text,
    asked,
    ...dynamic,
  ]);
}

interface PeParts {
  readonly machine: number;
  readonly libraries: readonly string[];
  readonly delayed?: readonly string[];
}

/** Writes a PE file of one section, which has its imports. */
export function makePe({ machine, libraries, delayed = [] }: PeParts): Buffer {
  const strings = createStrings();
  const names = [...libraries, ...delayed].map((library) => strings.add(library));
  const lists = { first: 0x200, second: 0x200 + (libraries.length + 1) * 20 };
  const text = lists.second + (delayed.length + 1) * 32;
  const toAddress = (offset: number) => offset - 0x200 + ADDRESS;
  const file = bytes(text, [
    [0x3c, 0x40, 4],
    [0x44, machine, 2],
    [0x46, 1, 2],
    [0x54, 240, 2],
    [0x58, 0x20b, 2],
    [0x58 + 112 + 8, toAddress(lists.first), 4],
    [0x58 + 112 + 13 * 8, delayed.length === 0 ? 0 : toAddress(lists.second), 4],
    [0x148 + 12, ADDRESS, 4],
    [0x148 + 16, 0x1000, 4],
    [0x148 + 20, 0x200, 4],
    ...names.map((name, index): Field => {
      const late = index - libraries.length;
      const at = late < 0 ? lists.first + index * 20 + 12 : lists.second + late * 32 + 4;
      return [at, toAddress(text + name), 4];
    }),
  ]);
  file.write("PE\0\0", 0x40, "latin1");
  return Buffer.concat([file, strings.bytes()]);
}

interface MachOParts {
  readonly machine: number;
  readonly libraries: readonly string[];
  /** How many bytes stand before the signature. */
  readonly size: number;
}

/** Writes a Mach-O file with room for a signature, which is not one yet. */
export function makeMachO({ machine, libraries, size }: MachOParts): Buffer {
  const segment = (name: string, offset: number, length: number) => {
    const command = bytes(72, [
      [0, 0x19, 4],
      [4, 72, 4],
      [40, offset, 4],
      [48, length, 4],
    ]);
    command.write(name, 8);
    return command;
  };
  const commands = [
    segment("__TEXT", 0, size - 100),
    segment("__LINKEDIT", size - 100, 100 + 8),
    ...libraries.map((library) => {
      const command = bytes(24 + Math.ceil((library.length + 1) / 8) * 8, [
        [0, 0xc, 4],
        [8, 24, 4],
      ]);
      command.writeUInt32LE(command.length, 4);
      command.write(library, 24);
      return command;
    }),
    bytes(16, [
      [0, 0x1d, 4],
      [4, 16, 4],
      [8, size, 4],
      [12, 8, 4],
    ]),
  ];
  const header = bytes(32, [
    [0, 0xfeedfacf, 4],
    [4, machine, 4],
    [16, commands.length, 4],
  ]);
  const head = Buffer.concat([header, ...commands]);
  return Buffer.concat([head, Buffer.alloc(size + 8 - head.length, "code")]);
}

type Field = readonly [offset: number, value: number, size: number];

function bytes(size: number, fields: readonly Field[]): Buffer {
  const buffer = Buffer.alloc(size);
  for (const [offset, value, width] of fields) buffer.writeUIntLE(value, offset, width);
  return buffer;
}

/** Texts one after the other, each ended by a zero, as executables keep them. */
function createStrings() {
  let text = "\0";
  return {
    add: (added: string) => {
      const at = text.length;
      text += `${added}\0`;
      return at;
    },
    bytes: () => Buffer.from(text, "latin1"),
  };
}
