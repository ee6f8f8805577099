// A disk that is full, wherever a program writes to one.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProcess, startProcess } from "../../bench/processes.ts";
import type { Attack, Row } from "../part.ts";
import { PROGRAMS, startTarget } from "../target.ts";

/** Whether a disk can be mounted here. */
export const CAN_MOUNT =
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  Bun.spawnSync(["unshare", "--mount", "true"], { stderr: "ignore" }).success;

/** Mounts a disk of 64 KB, fills it, and has each program write there that writes anywhere. */
export async function fillDisk({ program, directory }: Omit<Attack, "say">): Promise<Row[]> {
  const disk = join(directory, `disk-${program}`);
  mkdirSync(disk);
  if (!(await mount(disk))) {
    return [{ what: "a full disk", figure: "not tried: no disk can be mounted here", held: false }];
  }
  try {
    await using served = await startTarget(program, { flags: ["--rate-limit", "off"] });
    fill(disk);
    const tries: Readonly<Record<string, readonly string[]>> = {
      "the ready file": ["--port", "0", "--hosted-port", "0", "--ready-file", join(disk, "ready")],
      "what init writes": ["init", join(disk, "seeds")],
      "what pull writes": [
        "pull",
        "--base-url",
        served.baseUrl,
        "--key",
        served.apiKey,
        "--out",
        join(disk, "pulled"),
      ],
    };
    const rows: Row[] = [];
    for (const [what, words] of Object.entries(tries)) {
      const child = startProcess([...PROGRAMS[program], ...words]);
      const [exitCode, stderr] = await Promise.all([
        child.exited,
        new Response(child.stderr).text(),
      ]);
      const left = readdirSync(disk, { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile() && entry.name !== "full",
      );
      const said = /no space|ENOSPC/i.test(stderr) && !stderr.includes("a bug in the sandbox");
      rows.push({
        what: `the disk is full at ${what}`,
        figure: `exit code ${exitCode}; ${said ? "it is told why" : stderr.split("\n")[0]}; ${left.length} files left behind`,
        held: exitCode === 1 && said && left.length === 0,
      });
    }
    const status = await served.probe();
    return [
      ...rows,
      { what: "one that serves meanwhile", figure: `answers ${status}`, held: status === 200 },
    ];
  } finally {
    await runProcess(["umount", disk]);
  }
}

async function mount(disk: string): Promise<boolean> {
  const line = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk];
  return runProcess(line).then(
    () => true,
    () => false,
  );
}

function fill(disk: string): void {
  try {
    writeFileSync(join(disk, "full"), Buffer.alloc(128 * 1_024));
  } catch {
    // Why: that it fails is what it is for.
  }
}
