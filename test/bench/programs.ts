// The programs that are measured, and the bare ones that they are measured against: how each is run.
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };

export const ROOT = join(import.meta.dir, "../..");

const LIMITS = join(import.meta.dir, "limits");
export const DENO = join(ROOT, "node_modules/.bin/deno");
const RUN_DENO = [DENO, "run", "--allow-all", "--no-prompt"];

export const EXECUTABLE = join(ROOT, "dist/merchant-sandbox");
/** What has a server choose free ports and say nothing of its requests. */
export const FLAGS = ["--port", "0", "--hosted-port", "0", "--log", "off"];

/** How each runtime runs the sandbox, and the limit of that runtime. */
export const RUNTIMES = {
  executable: {
    title: "executable",
    sandbox: [EXECUTABLE],
    bare: [process.execPath, join(LIMITS, "bun.ts")],
    limit: "bare Bun.serve",
  },
  node: {
    title: "Node",
    sandbox: ["node", join(ROOT, "dist/main.js")],
    bare: ["node", join(LIMITS, "node.js")],
    limit: "bare node:http",
  },
  deno: {
    title: "Deno",
    sandbox: [...RUN_DENO, join(ROOT, "src/main.ts")],
    bare: [...RUN_DENO, join(LIMITS, "deno.ts")],
    limit: "bare Deno.serve",
  },
} as const;

/** What somebody would write otherwise: a bare Hono app that does the same duties by hand. */
export const HONO = {
  executable: [process.execPath, join(LIMITS, "hono.js")],
  node: ["node", join(LIMITS, "hono.js")],
} as const;

/** Compiles the bare executable as ours is compiled, and returns its path. */
export async function buildBare(directory: string): Promise<string> {
  const path = join(directory, "bare");
  const flags = manifest.scripts["build:executable"]
    .split(" ")
    .filter((word) => word.startsWith("--") && word !== "--outfile");
  await Bun.$`${process.execPath} build ${flags} ${join(LIMITS, "executable.ts")} --outfile ${path}`.quiet();
  return path;
}
