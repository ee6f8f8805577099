// On what machine, and with what, something was measured.
import { cpus } from "node:os";
import manifest from "../../package.json" with { type: "json" };
import { DENO, ROOT } from "./programs.ts";
import { CONNECTIONS } from "./wrk.ts";

export interface Environment {
  /** A day, as in 2026-11-22. */
  readonly date: string;
  readonly quick: boolean;
  /** The version and the commit that was measured. */
  readonly sandbox: string;
  readonly bun: string;
  readonly node: string;
  readonly deno: string;
  readonly cpu: string;
  readonly cores: number;
  readonly connections: number;
  /** How long requests are counted at a time. */
  readonly sliceMs: number;
}

/** Reads what there is. */
export function readEnvironment(quick: boolean, sliceMs: number): Environment {
  const commit = outputOf("git", "-C", ROOT, "rev-parse", "--short", "HEAD");
  return {
    date: new Date().toISOString().slice(0, 10),
    quick,
    sandbox: `merchant-sandbox ${manifest.version}${commit && ` (${commit})`}`,
    bun: Bun.version,
    node: outputOf("node", "--version").replace("v", ""),
    deno: outputOf(DENO, "--version").split(" ")[1] ?? "",
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    connections: CONNECTIONS,
    sliceMs,
  };
}

/** What a program prints, in its first line; nothing where it can't be run. */
function outputOf(...command: string[]): string {
  if (Bun.which(command[0] ?? "") === null) return "";
  return Bun.spawnSync(command, { stderr: "ignore" }).stdout.toString().split("\n")[0] ?? "";
}
