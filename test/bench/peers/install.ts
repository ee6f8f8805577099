// Installs a tool of the comparison into a cache beside this project's own packages, never among them.
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { runProcess } from "../processes.ts";
import { ROOT } from "../programs.ts";

const CACHE = join(ROOT, "node_modules/.cache/bench-peers");
const INSTALL = ["npm", "install", "--no-audit", "--no-fund", "--save-exact"];

/** Installs one version of a package, if it is not there, and returns the directory. */
export async function install(name: string, version: string): Promise<string> {
  const directory = join(CACHE, `${name.replaceAll("/", "-")}@${version}`);
  // Why: npm writes this file last, so that an install which broke off is repeated.
  if (existsSync(join(directory, "node_modules/.package-lock.json"))) return directory;
  await mkdir(directory, { recursive: true });
  await Bun.write(join(directory, "package.json"), "{}\n");
  // Why: the way to the registry, a proxy or a certificate, may stand in the environment.
  await runProcess(
    [...INSTALL, "--prefix", directory, `${name}@${version}`],
    directory,
    process.env,
  );
  return directory;
}

/** The Node that the tools run on, as some need a newer one than this project. */
export const NODE = "24.21.0";

/** Installs it, and returns the path of its program. */
export async function installNode(): Promise<string> {
  return join(await install("node", NODE), "node_modules/node/bin/node");
}
