// A server on this machine of releases whose executables are scripts.
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { formatSums, hash, packTarGz, packTarXz } from "../../.ci/release/pack.ts";
import manifest from "../../package.json" with { type: "json" };

const { version } = manifest;

/** What is served by its path; `cut` breaks off half-way. */
export type Files = Readonly<Record<string, Uint8Array | "cut">>;

/** The path of an archive. */
export function pathOf(platform: string, release = version): string {
  return `/v${release}/merchant-sandbox-${platform}.tar.gz`;
}

/** The files of a release that has a `.tar.xz`, and no `.tar.gz`, for a platform. */
export async function makeXzRelease(platform: string): Promise<Files> {
  const { [pathOf(platform)]: archive } = makeRelease(platform);
  const path = pathOf(platform).replace(".gz", ".xz");
  const bytes = await packTarXz(new Uint8Array(Buffer.from(archive ?? "")));
  const sum = `${hash(bytes)}  ${path.slice(path.lastIndexOf("/") + 1)}\n`;
  return { [path]: bytes, [`/v${version}/SHA256SUMS`]: Buffer.from(sum) };
}

/** The files of a release whose executables say their version and platform. */
export function makeRelease(
  platform: string,
  other = "linux-s390x",
  release = version,
  program = "",
): Files {
  const archives = [platform, other].map((name): [string, Uint8Array] => {
    const folder = `merchant-sandbox-${release}-${name}`;
    const text = `#!/bin/sh\n${program}\necho ${release} for ${name}\n`;
    const entry = {
      path: `${folder}/merchant-sandbox`,
      bytes: Buffer.from(text),
      executable: true,
    };
    return [pathOf(name, release), packTarGz([entry], 1_000_000_000)];
  });
  const sums = archives.map(([name, bytes]): [string, string] => [
    name.slice(name.lastIndexOf("/") + 1),
    hash(bytes),
  ]);
  const text = formatSums(new Map(sums));
  return { ...Object.fromEntries(archives), [`/v${release}/SHA256SUMS`]: Buffer.from(text) };
}

/** Serves files, unless `first` answers itself. */
export async function serve(
  files: Files,
  first: (...args: Parameters<RequestListener>) => boolean = () => false,
) {
  const server = createServer((request, response) => {
    if (first(request, response)) return;
    const file = files[request.url ?? ""];
    if (file === undefined) response.writeHead(404).end();
    else if (file !== "cut") response.end(file);
    else response.writeHead(200, { "Content-Length": 9 }).write("h", () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
