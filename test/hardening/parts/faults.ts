// What goes wrong around a sandbox: its seeds are removed, a disk is full, nobody reads what it writes, and the
// machine's clock jumps.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { runProcess, startProcess } from "../../bench/processes.ts";
import { ROOT } from "../../bench/programs.ts";
import type { Attack, Part, Row } from "../part.ts";
import { PROGRAMS, probe, ReadySchema, startTarget, type Target } from "../target.ts";

const LOOK_MS = 1_000;
const MOST_BUSY = 0.2;

export const faults: Part = {
  title: "Faults around it",
  summary: "seeds removed, disks full, output closed, the machine's clock jumping",
  run: async (attack) => [
    await removeSeeds(attack),
    ...(await fillDisk(attack)),
    ...(await closeOutput(attack, LOOK_MS)),
    ...(await jumpClock(attack)),
  ],
};

/** Removes the seeds while they are served, and puts others in their place. */
export async function removeSeeds({ program, directory }: Omit<Attack, "say">): Promise<Row> {
  const seeds = join(directory, `seeds-${program}`);
  cpSync(join(ROOT, "seeds"), seeds, { recursive: true });
  await using target = await startTarget(program, { flags: ["--seeds", seeds], log: "json" });
  rmSync(seeds, { recursive: true });
  await target.heard('"event":"reload-refused"');
  const without = [await target.probe(), (await readHealth(target)).lastError !== null] as const;
  // Why: in one step, so that there is one reload.
  const others = `${seeds}-others`;
  cpSync(join(ROOT, "seeds"), others, { recursive: true });
  writeFileSync(join(others, "more.yaml"), "keys: [{ key: mst_acme_added, merchant: acme }]\n");
  renameSync(others, seeds);
  await target.heard('"event":"reload"');
  const headers = { Authorization: "Bearer mst_acme_added" };
  const added = await fetch(`${target.baseUrl}/api/v1/integration/ping`, { headers });
  const { lastError } = await readHealth(target);
  return {
    what: "the seeds directory is removed, and another put in its place",
    figure: `without it the probe answers ${without[0]} and the health check ${without[1] ? "tells" : "does not tell"} of it; a key of the new one is answered ${added.status}`,
    held: without[0] === 200 && without[1] && added.status === 200 && lastError === null,
  };
}

async function readHealth({ control }: Target): Promise<{ lastError: string | null }> {
  return (await (await control("GET", "/health")).json()).seeds;
}

/** Mounts a disk of 64 KB, fills it, and has each program write there that writes anywhere. */
export async function fillDisk({ program, directory }: Omit<Attack, "say">): Promise<Row[]> {
  const disk = join(directory, `disk-${program}`);
  mkdirSync(disk);
  if (!(await mount(disk))) {
    return [{ what: "a full disk", figure: "not tried: no disk can be mounted here", held: true }];
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

const LIBRARIES = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"].map((directory) =>
  join(directory, "faketime/libfaketime.so.1"),
);

/** Has the machine's clock jump by a day and back, as libfaketime does. */
export async function jumpClock({ program, directory }: Omit<Attack, "say">): Promise<Row[]> {
  const library = LIBRARIES.find((path) => existsSync(path));
  if (library === undefined) {
    const figure = "not tried: libfaketime is not there (`apt-get install faketime`)";
    return [{ what: "the machine's clock jumps", figure, held: true }];
  }
  const file = join(directory, `time-${program}`);
  const setTime = (offset: string) => writeFileSync(file, offset);
  setTime("+0");
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    // Why: what a machine's owner sets is the time of day; that since the start never jumps.
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    DONT_FAKE_MONOTONIC: "1",
  };
  await using target = await startTarget(program, { env });
  // Why: a bucket that hardly refills, a key that expires in an hour, and an answer that is held back.
  await target.control("POST", "/worlds/default/keys", {
    merchant: "acme",
    key: "mst_acme_hour",
    expiresAt: "now+1h",
  });
  await target.control("POST", "/worlds/default/keys", {
    merchant: "acme",
    key: "mst_acme_one",
    rateLimit: { capacity: 1, refillPerSecond: 0.001 },
  });
  await target.control("PUT", "/worlds/default/faults", [{ endpoint: "products", delay: "300ms" }]);
  const ask = async (key: string, endpoint = "ping") => {
    const headers = { Authorization: `Bearer ${key}` };
    const url = `${target.baseUrl}/api/v1/integration/${endpoint}`;
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  const askAll = async () =>
    [await ask("mst_acme_full"), await ask("mst_acme_hour"), await ask("mst_acme_one")].join(" ");

  await ask("mst_acme_one");
  const now = await askAll();
  const held = ask("mst_acme_full", "products");
  setTime("+1d");
  const later = await askAll();
  setTime("-1d");
  const earlier = await askAll();
  const kept = await held;
  const { exitCode } = await target.end();
  return [
    {
      what: "the machine's clock jumps a day ahead, and two back; statuses of a good key, one that expires in an hour, and one whose bucket is empty",
      figure: `${now}; a day later ${later}; a day earlier ${earlier}; an answer held back meanwhile ${kept}; exit code ${exitCode}`,
      // A day later the bucket is full; the request that found it so has emptied it again.
      held:
        [now, later, earlier, kept, exitCode].join() ===
        "200 200 429,200 401 200,200 200 429,200,0",
    },
  ];
}
