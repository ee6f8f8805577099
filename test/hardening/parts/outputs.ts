// Outputs that nobody reads, or that can't be written to.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { startProcess } from "../../bench/processes.ts";
import type { Attack, Row } from "../part.ts";
import { PROGRAMS, probe, ReadySchema } from "../target.ts";

const MOST_BUSY = 0.2;

const OUTPUTS: Readonly<Record<string, string>> = {
  "stdout is closed": ">&-",
  "stderr is closed": "2>&-",
  "both are closed": ">&- 2>&-",
  "stdout's reader has left": "| head -c 0",
  "stderr's reader has left": "2>&1 >/dev/null | head -c 0",
  "stdout takes no more": ">/dev/full",
  "stderr takes no more": "2>/dev/full",
};

/** Starts it with outputs that can't be written to, has it log, and looks how busy it is at rest. */
export async function closeOutput(
  { program, directory }: Omit<Attack, "say">,
  lookMs: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, redirection] of Object.entries(OUTPUTS)) {
    const file = join(directory, `ready-${program}-${rows.length}`);
    const flags = `--port 0 --hosted-port 0 --log json --ready-file '${file}'`;
    const words = PROGRAMS[program].map((word) => `'${word}'`).join(" ");
    const child = startProcess(["bash", "-c", `set -o pipefail; ${words} ${flags} ${redirection}`]);
    const { baseUrl, pid } = await readyIn(file, child);
    const statuses = new Set<number>();
    for (let asked = 0; asked < 50; asked++) statuses.add(await probe(baseUrl));
    const busy = lookMs > 0 ? await busyOf(pid, lookMs) : 0;
    process.kill(pid, "SIGTERM");
    const exitCode = await child.exited;
    const load = lookMs > 0 ? `; ${(busy * 100).toFixed(0)} % of a core at rest` : "";
    // Why: the ready line is what stdout is asked for, and losing it to a full disk is a failure.
    const codes = redirection === ">/dev/full" ? [0, 1] : [0];
    rows.push({
      what,
      figure: `50 requests answered ${[...statuses].join(", ")}${load}; exit code ${exitCode}`,
      held: [...statuses].join() === "200" && codes.includes(exitCode) && busy < MOST_BUSY,
    });
  }
  return rows;
}

async function readyIn(file: string, child: { readonly exitCode: number | null }) {
  while (!existsSync(file)) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return v.parse(ReadySchema, JSON.parse(readFileSync(file, "utf8")));
}

/** How much of a core a process takes. */
async function busyOf(pid: number, ms: number): Promise<number> {
  // Why: in hundredths of a second, as Linux counts on nearly all machines.
  const ticks = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  const before = ticks();
  await new Promise((resolve) => setTimeout(resolve, ms));
  return ((ticks() - before) * 10) / ms;
}
