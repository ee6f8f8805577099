// The C library of the image: no package but the one whose hash is written is taken.
import { expect, test } from "bun:test";
import { checkSum, unpackLibc } from "../../.ci/release/libc.ts";
import { hash } from "../../.ci/release/pack.ts";
import { temporaryDirectory } from "../cli/temporary-directory.ts";
import { makeDeb, target } from "./libc-package.ts";

test("a package of another hash is refused", () => {
  const other = Buffer.from("another");
  expect(() => checkSum("arm64", other)).toThrow(`is ${hash(other)}, not 01f43307`);
});

test("a package without what an executable asks for is refused", async () => {
  await using directory = await temporaryDirectory();
  const unpacked = unpackLibc(
    await makeDeb("arm64", `${directory.path}/deb`),
    { ...target("arm64"), libraries: ["libodd.so.1"] },
    `${directory.path}/unpacked`,
  );
  const refusal = "the package of the C library has no lib/*-linux-gnu/libodd.so.1";
  await expect(unpacked).rejects.toThrow(refusal);
});

test("what is no package is refused", async () => {
  await using directory = await temporaryDirectory();
  const file = `${directory.path}/odd.deb`;
  await Bun.write(file, "odd");
  const unpacked = unpackLibc(file, target("arm64"), `${directory.path}/unpacked`);
  await expect(unpacked).rejects.toThrow("dpkg-deb failed");
});
