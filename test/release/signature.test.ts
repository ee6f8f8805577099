// The signatures that Macs want: checked page by page, and made.
import { describe, expect, test } from "bun:test";
import { readMachO } from "../../.ci/release/mach-o.ts";
import { findSignatureFaults, signAdHoc } from "../../.ci/release/signature.ts";
import { makeMachO } from "./executables.ts";

// Two whole pages, and a third that the signature cuts short.
const FILE = makeMachO({ machine: 0x01000007, libraries: [], size: 9000 });
const SIGNED = signAdHoc(FILE);

describe("a signature", () => {
  test("holds on a file that was signed, and leaves the file given as it was", () => {
    expect(findSignatureFaults(SIGNED)).toEqual([]);
    expect(findSignatureFaults(FILE)).toEqual(["its signature has no magic number"]);
  });

  test("is the same, signed again", () => {
    expect(signAdHoc(SIGNED).equals(SIGNED)).toBe(true);
  });

  test("ends the file, and the last segment with it, which takes whole pages in memory", () => {
    const { segments, signature } = readMachO(SIGNED);
    const linkedit = segments.at(-1);
    expect(signature?.size).toBe(20 + 88 + 6 + 3 * 32);
    expect(linkedit?.size).toBe(SIGNED.length - 8900);
    expect(SIGNED.readBigUInt64LE((linkedit?.command ?? 0) + 32)).toBe(0x4000n);
  });

  test.each([200, 4095, 4096, 8191, 8192, 8999])("breaks with a bit of byte %i", (at) => {
    const changed = Buffer.from(SIGNED);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(findSignatureFaults(changed)).toEqual(["its signature is wrong in 1 of 3 pages"]);
  });

  test.each<[string, (file: Buffer) => Buffer, string]>([
    [
      "a byte behind it",
      (file) => Buffer.concat([file, Buffer.of(0)]),
      "its signature does not end where the file ends",
    ],
    [
      "its end cut off",
      (file) => file.subarray(0, -1),
      "its signature does not end where the file ends",
    ],
    ["no room for one", (file) => unsigned(file), "it is not signed"],
    ["no hashes", (file) => write(file, 9020, 0xfade0c01), "its signature has no hashes of pages"],
    [
      "older hashes",
      (file) => write(file, 9020 + 36, 0x1401000c),
      "its signature is not of SHA-256 over pages of 4096 bytes",
    ],
    [
      "less than all",
      (file) => write(file, 9020 + 32, 8192),
      "its signature covers 8192 bytes of 9000",
    ],
    ["too few pages", (file) => write(file, 9020 + 28, 2), "its signature has 2 pages"],
  ])("does not hold with %s", (_name, change, fault) => {
    expect(findSignatureFaults(change(Buffer.from(SIGNED)))).toEqual([fault]);
  });
});

function write(file: Buffer, at: number, value: number): Buffer {
  file.writeUInt32BE(value, at);
  return file;
}

function unsigned(file: Buffer): Buffer {
  file.writeUInt32LE(0x7f, readMachO(file).signature?.command ?? 0);
  return file;
}
