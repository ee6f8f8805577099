// The Bun that an executable is made of, as the lock file pins it: whatever else a cache or a registry holds
// under its name is refused.
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import lock from "../../package-lock.json" with { type: "json" };
import type { Target } from "./targets.ts";

const LockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({ version: v.optional(v.string()), integrity: v.optional(v.string()) }),
  ),
});

/** Fetches the Bun of a target into a directory, and gives the path of its executable. */
export async function fetchBun(target: Target, directory: string): Promise<string> {
  const { name, version, integrity } = findPin(target);
  await mkdir(directory, { recursive: true });
  const pack = ["npm", "pack", "--silent", `${name}@${version}`];
  const file = (await run([...pack, "--pack-destination", directory])).trim();
  const archive = join(directory, file);
  checkIntegrity(name, await Bun.file(archive).bytes(), integrity);
  await run(["tar", "-xzf", archive, "-C", directory]);
  return join(directory, "package/bin", target.format === "pe" ? "bun.exe" : "bun");
}

/** Finds what the lock file says of the Bun of a target. */
export function findPin({ name }: Target) {
  const packageName = `@oven/bun-${name.replace("arm64", "aarch64")}`;
  const { packages } = v.parse(LockSchema, lock);
  const { version, integrity } = packages[`node_modules/${packageName}`] ?? {};
  return { name: packageName, version, integrity };
}

/** Throws unless a package has the hash that the lock file has of it. */
export function checkIntegrity(
  name: string,
  bytes: Uint8Array,
  integrity: string | undefined,
): void {
  const found = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  if (found === integrity) return;
  throw new Error(`${name} is ${found}, and package-lock.json says ${integrity}`);
}

async function run(words: string[]): Promise<string> {
  const child = Bun.spawn(words, { stdout: "pipe", stderr: "ignore" });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`${words.join(" ")} failed`);
  return text;
}
