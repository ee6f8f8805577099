// The memory of a process, in MB, as Linux counts it.
import { readFileSync } from "node:fs";

const STEP_MS = 50;
// Why: what is given back to the system once something large is loaded goes a second later.
const STEPS = 40;
const LIMIT_MS = 10_000;

/** How much of it is in memory now. */
export const residentOf = (pid: number) => read(pid, "VmRSS");

/** The most that ever was. */
export const peakOf = (pid: number) => read(pid, "VmHWM");

/** Waits until it has been the same, within a hundredth, for a while. Returns it. */
export async function settledOf(pid: number): Promise<number> {
  const seen: number[] = [];
  for (let waited = 0; waited < LIMIT_MS; waited += STEP_MS) {
    seen.push(residentOf(pid));
    const last = seen.slice(-STEPS);
    if (last.length === STEPS && Math.max(...last) < Math.min(...last) * 1.01) break;
    await Bun.sleep(STEP_MS);
  }
  return seen.at(-1) ?? Number.NaN;
}

function read(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}
