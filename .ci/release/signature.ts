// The signature that macOS wants of an executable: checks one by hashing every page again, and makes one
// "ad hoc", which vouches for the bytes and names nobody.
import { createHash } from "node:crypto";
import { readMachO, segmentOf } from "./mach-o.ts";

const SUPER_BLOB = 0xfade0cc0;
const CODE_DIRECTORY = 0xfade0c02;
/** Ad hoc, and made by a linker: what Bun's own signatures say, and those of Apple's and LLVM's linkers. */
const AD_HOC = 0x20002;
const SHA256 = 2;
const HASH_SIZE = 32;
const PAGE_BITS = 12;
const HEADER_SIZE = 88;
// Why: the name that Bun gives, so that signing one of its signed files again changes nothing.
const IDENTIFIER = Buffer.from("a.out\0");

/** Says what is wrong with the signature of a Mach-O file: nothing, in an empty list. */
export function findSignatureFaults(file: Buffer): string[] {
  const { signature } = readMachO(file);
  if (signature === undefined) return ["it is not signed"];
  const { offset, size } = signature;
  if (offset + size !== file.length) return ["its signature does not end where the file ends"];
  if (file.readUInt32BE(offset) !== SUPER_BLOB) return ["its signature has no magic number"];
  const directory = findCodeDirectory(file, offset);
  if (directory === undefined) return ["its signature has no hashes of pages"];
  return findPageFaults(file, directory, offset);
}

/** Signs a Mach-O file that has a signature, right or wrong, at its end. Gives a new file. */
export function signAdHoc(file: Buffer): Buffer {
  const parts = readMachO(file);
  if (parts.signature === undefined) throw new Error("no room for a signature");
  const { command, offset } = parts.signature;
  const pages = Math.ceil(offset / 2 ** PAGE_BITS);
  const hashes = HEADER_SIZE + IDENTIFIER.length;
  const directory = Buffer.alloc(hashes + pages * HASH_SIZE);
  const size = 20 + directory.length;

  const signed = Buffer.alloc(offset + size);
  file.copy(signed, 0, 0, offset);
  signed.writeUInt32LE(size, command + 12);
  resizeLinkedit(signed, size);

  directory.writeUInt32BE(CODE_DIRECTORY, 0);
  directory.writeUInt32BE(directory.length, 4);
  directory.writeUInt32BE(0x20400, 8);
  directory.writeUInt32BE(AD_HOC, 12);
  directory.writeUInt32BE(hashes, 16);
  directory.writeUInt32BE(HEADER_SIZE, 20);
  directory.writeUInt32BE(pages, 28);
  directory.writeUInt32BE(offset, 32);
  directory.set([HASH_SIZE, SHA256, 0, PAGE_BITS], 36);
  directory.writeBigUInt64BE(BigInt(segmentOf(parts, "__TEXT").size), 72);
  directory.writeBigUInt64BE(1n, 80);
  IDENTIFIER.copy(directory, HEADER_SIZE);
  for (let page = 0; page < pages; page++) {
    hashPage(signed, page, offset).copy(directory, hashes + page * HASH_SIZE);
  }

  const blob = [SUPER_BLOB, size, 1, 0, 20];
  for (const [index, value] of blob.entries()) signed.writeUInt32BE(value, offset + index * 4);
  directory.copy(signed, offset + 20);
  return signed;
}

function findCodeDirectory(file: Buffer, start: number): number | undefined {
  for (let index = 0; index < file.readUInt32BE(start + 8); index++) {
    const blob = start + file.readUInt32BE(start + 16 + index * 8);
    if (file.readUInt32BE(blob) === CODE_DIRECTORY) return blob;
  }
  return undefined;
}

function findPageFaults(file: Buffer, directory: number, end: number): string[] {
  const [hashSize, hashType, , pageBits] = file.subarray(directory + 36, directory + 40);
  if (hashSize !== HASH_SIZE || hashType !== SHA256 || pageBits !== PAGE_BITS) {
    return ["its signature is not of SHA-256 over pages of 4096 bytes"];
  }
  const signed = file.readUInt32BE(directory + 32);
  if (signed !== end) {
    return [`its signature covers ${signed} bytes of ${end}`];
  }
  const pages = file.readUInt32BE(directory + 28);
  if (pages !== Math.ceil(end / 2 ** PAGE_BITS)) return [`its signature has ${pages} pages`];
  const hashes = directory + file.readUInt32BE(directory + 16);
  const wrong = Array.from({ length: pages }, (_, page) => page).filter((page) => {
    const at = hashes + page * HASH_SIZE;
    return !hashPage(file, page, end).equals(file.subarray(at, at + HASH_SIZE));
  });
  return wrong.length === 0 ? [] : [`its signature is wrong in ${wrong.length} of ${pages} pages`];
}

// Why: the last page ends where the signature begins, and is not filled up.
function hashPage(file: Buffer, page: number, end: number): Buffer {
  const start = page * 2 ** PAGE_BITS;
  return createHash("sha256")
    .update(file.subarray(start, Math.min(start + 2 ** PAGE_BITS, end)))
    .digest();
}

/** Has the segment that holds the signature end with it; in memory it takes whole pages of 16 KiB. */
function resizeLinkedit(file: Buffer, signatureSize: number): void {
  const parts = readMachO(file);
  const linkedit = segmentOf(parts, "__LINKEDIT");
  const size = (parts.signature?.offset ?? 0) + signatureSize - linkedit.offset;
  file.writeBigUInt64LE(BigInt(Math.ceil(size / 0x4000) * 0x4000), linkedit.command + 32);
  file.writeBigUInt64LE(BigInt(size), linkedit.command + 48);
}
