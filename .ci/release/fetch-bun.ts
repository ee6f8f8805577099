// Downloads the Bun for an executable, and accepts only the package that the lock file pins.
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import lock from "../../package-lock.json" with { type: "json" };
import { run } from "./run.ts";
import { executableOf, type Target } from "./targets.ts";

interface Pin {
  readonly version?: string;
  readonly integrity?: string;
}

/** Downloads the Bun of a target into a directory, and returns the path of its executable. */
export async function fetchBun(target: Target, directory: string): Promise<string> {
  const { name, version, integrity } = findPin(target);
  await mkdir(directory, { recursive: true });
  const pack = ["npm", "pack", "--silent", `${name}@${version}`, "--pack-destination", directory];
  const archive = join(directory, (await run(pack)).trim());
  checkIntegrity(name, await Bun.file(archive).bytes(), integrity);
  await run(["tar", "-xzf", archive, "-C", directory]);
  return join(directory, "package/bin", executableOf(target, "bun"));
}

/** Finds the package of a target's Bun, and its version and hash in the lock file. */
export function findPin(target: Target): Pin & { readonly name: string } {
  const name = `@oven/bun-${target.name.replace("arm64", "aarch64")}`;
  const packages: Readonly<Record<string, Pin | object>> = lock.packages;
  return { name, ...packages[`node_modules/${name}`] };
}

/** Throws unless a package has the hash that the lock file says. */
export function checkIntegrity(name: string, bytes: Uint8Array, integrity?: string): void {
  const found = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  if (found === integrity) return;
  throw new Error(`${name} has the hash ${found}, expected ${integrity} from package-lock.json`);
}
