// What may be released, and why something may not.
import { describe, expect, test } from "bun:test";
import { findFaults } from "../../.ci/release/check.ts";
import { compareVersions, readElf } from "../../.ci/release/elf.ts";
import { readMachO } from "../../.ci/release/mach-o.ts";
import { readPe } from "../../.ci/release/pe.ts";
import { signAdHoc } from "../../.ci/release/signature.ts";
import { TARGETS, type Target } from "../../.ci/release/targets.ts";
import { makeElf, makeMachO, makePe } from "./executables.ts";

const X64 = { elf: 62, pe: 0x8664, machO: 0x01000007 };
const ARM64 = { elf: 183, pe: 0xaa64, machO: 0x0100000c };
const GLIBC = {
  machine: X64.elf,
  interpreter: "/lib64/ld-linux-x86-64.so.2",
  libraries: ["libc.so.6", "libm.so.6"],
  versions: { "libc.so.6": ["GLIBC_2.9", "GLIBC_2.17"], "libm.so.6": ["GLIBC_2.2.5"] },
};
const MUSL = {
  machine: ARM64.elf,
  interpreter: "/lib/ld-musl-aarch64.so.1",
  libraries: ["libstdc++.so.6", "libc.musl-aarch64.so.1"],
};
const WINDOWS = { machine: X64.pe, libraries: ["KERNEL32.dll"], delayed: ["USER32.dll"] };
const MAC = { machine: ARM64.machO, libraries: ["/usr/lib/libSystem.B.dylib"], size: 9000 };

describe("an executable", () => {
  test("is read: ELF", () => {
    expect(readElf(makeElf(GLIBC))).toEqual({
      machine: "x64",
      interpreter: "/lib64/ld-linux-x86-64.so.2",
      libraries: ["libc.so.6", "libm.so.6"],
      glibc: "2.17",
    });
    expect(readElf(makeElf({ machine: 1, libraries: [] }))).toEqual({
      machine: undefined,
      interpreter: undefined,
      libraries: [],
      glibc: undefined,
    });
  });

  test("is read: PE", () => {
    expect(readPe(makePe(WINDOWS))).toEqual({
      machine: "x64",
      libraries: ["kernel32.dll", "user32.dll"],
    });
  });

  test("is read: Mach-O", () => {
    const { machine, libraries, segments, signature } = readMachO(makeMachO(MAC));
    expect({ machine, libraries, signature: signature?.offset }).toEqual({
      machine: "arm64",
      libraries: ["/usr/lib/libSystem.B.dylib"],
      signature: 9000,
    });
    expect(segments.map(({ name, offset, size }) => ({ name, offset, size }))).toEqual([
      { name: "__TEXT", offset: 0, size: 8900 },
      { name: "__LINKEDIT", offset: 8900, size: 108 },
    ]);
  });

  test.each<[string, string, Buffer]>([
    ["linux-x64", "with glibc", makeElf(GLIBC)],
    ["linux-arm64-musl", "with musl", makeElf(MUSL)],
    ["windows-x64", "of Windows", makePe(WINDOWS)],
    ["darwin-arm64", "of a Mac, signed", signAdHoc(makeMachO(MAC))],
  ])("for %s is released: one %s", (name, _of, file) => {
    expect(findFaults(target(name), file)).toEqual([]);
  });

  test.each<[string, Buffer, string]>([
    ["linux-x64", makeElf({ ...GLIBC, machine: ARM64.elf }), "it is for arm64, not for x64"],
    ["linux-x64", makeElf({ ...GLIBC, machine: 40 }), "it is for an unknown machine, not for x64"],
    ["linux-x64", makeElf({ ...GLIBC, libraries: ["libssl.so.3"] }), "it needs libssl.so.3"],
    [
      "linux-x64",
      makeElf({ ...GLIBC, versions: { "libc.so.6": ["GLIBC_2.17", "GLIBC_2.100"] } }),
      "it asks for glibc 2.100, and may for 2.17",
    ],
    [
      "linux-arm64-musl",
      makeElf({ ...MUSL, versions: { "libc.so": ["GLIBC_2.2"] } }),
      "it asks for glibc 2.2, and may for none",
    ],
    [
      "linux-x64",
      makeElf({ ...GLIBC, interpreter: "/lib/ld-musl-x86_64.so.1" }),
      "it is loaded by /lib/ld-musl-x86_64.so.1, not by /lib64/ld-linux-x86-64.so.2",
    ],
    ["windows-arm64", makePe(WINDOWS), "it is for x64, not for arm64"],
    ["windows-x64", makePe({ ...WINDOWS, delayed: ["Foreign.dll"] }), "it needs foreign.dll"],
    ["darwin-arm64", makeMachO(MAC), "its signature has no magic number"],
    [
      "darwin-arm64",
      signAdHoc(makeMachO({ ...MAC, libraries: ["/opt/lib/z.dylib"] })),
      "it needs /opt/lib/z.dylib",
    ],
    ["linux-x64", makePe(WINDOWS), "it can't be read: no 64-bit ELF file"],
    ["windows-x64", makeElf(GLIBC), "it can't be read: "],
    ["darwin-x64", Buffer.from("#!/bin/sh\n"), "it can't be read: no 64-bit Mach-O file"],
    ["linux-x64", makeElf(GLIBC).subarray(0, 200), "it can't be read: "],
    ["windows-x64", Buffer.alloc(0), "it can't be read: "],
  ])("for %s is not released: $#", (name, file, fault) => {
    const faults = findFaults(target(name), file);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toStartWith(fault);
  });

  test("may ask for a glibc that is not newer, by number and not by letter", () => {
    expect(["2.17", "2.9", "2.2.5", "2.100"].toSorted(compareVersions)).toEqual([
      "2.2.5",
      "2.9",
      "2.17",
      "2.100",
    ]);
  });
});

function target(name: string): Target {
  const found = TARGETS.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no target ${name}`);
  return found;
}
