// The C library of the image: no package but the one whose hash is written is taken, wherever it comes from.
import { expect, test } from "bun:test";
import { fetchLibc, unpackLibc } from "../../.ci/release/libc.ts";
import { hash } from "../../.ci/release/pack.ts";
import { temporaryDirectory } from "../cli/temporary-directory.ts";
import { makeDeb, target } from "./libc-package.ts";

test("a package of another hash is refused, and so is none, and it is said where", async () => {
  const deb = await makeDeb("arm64");
  const answers: Record<string, Response> = {
    "/other": new Response(new Uint8Array(deb)),
    "/none": new Response("gone", { status: 404 }),
  };
  const asked: string[] = [];
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      return answers[pathname.slice(0, pathname.indexOf("/", 1))]?.clone() ?? new Response();
    },
  });
  await using directory = await temporaryDirectory();
  const servers = ["other", "none"].map((name) => new URL(name, server.url).href);
  const refusal = await fetchLibc(target("arm64"), directory.path, servers).then(
    () => "it was taken",
    (error) => String(error),
  );
  expect(asked.map((path) => path.replace(/_.*/, ""))).toEqual([
    "/other/pool/main/g/glibc/libc6",
    "/none/pool/main/g/glibc/libc6",
  ]);
  expect(refusal).toContain(`is ${hash(deb)}, not 01f43307`);
  expect(refusal).toContain("is 404");
});

test("a package without what an executable asks for is refused", async () => {
  await using directory = await temporaryDirectory();
  const unpacked = unpackLibc(
    await makeDeb("arm64"),
    { ...target("arm64"), libraries: ["libodd.so.1"] },
    directory.path,
  );
  const refusal = "the package of the C library has no lib/*-linux-gnu/libodd.so.1";
  await expect(unpacked).rejects.toThrow(refusal);
});
