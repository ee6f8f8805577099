// What goes wrong around a sandbox: its seeds are removed, a disk is full, nobody reads what it writes, and the
// machine's clock jumps.
import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../bench/programs.ts";
import type { Attack, Part, Row } from "../part.ts";
import { startTarget, type Target } from "../target.ts";
import { fillDisk } from "./disks.ts";
import { closeOutput } from "./outputs.ts";

const LOOK_MS = 1_000;

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

/** What has a program see another time of day, where it is installed. */
export const FAKETIME = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"]
  .map((directory) => join(directory, "faketime/libfaketime.so.1"))
  .find((path) => existsSync(path));

/** Has the machine's clock jump by a day and back, as libfaketime does. */
export async function jumpClock({ program, directory }: Omit<Attack, "say">): Promise<Row[]> {
  if (FAKETIME === undefined) {
    const figure = "not tried: libfaketime is not there (`apt-get install faketime`)";
    return [{ what: "the machine's clock jumps", figure, held: false }];
  }
  const file = join(directory, `time-${program}`);
  const setTime = (offset: string) => writeFileSync(file, offset);
  setTime("+0");
  const env = {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    // Why: what a machine's owner sets is the time of day; that since the start never jumps.
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    DONT_FAKE_MONOTONIC: "1",
  };
  await using target = await startTarget(program, { env });
  // Why: a bucket that hardly refills, a key that expires in an hour, and a response that is held back.
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
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    return response.status;
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
      figure: `${now}; a day later ${later}; a day earlier ${earlier}; a response held back meanwhile ${kept}; exit code ${exitCode}`,
      // A day later the bucket is full; the request that found it so has emptied it again.
      held:
        [now, later, earlier, kept, exitCode].join() ===
        "200 200 429,200 401 200,200 200 429,200,0",
    },
  ];
}
