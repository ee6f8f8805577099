// One run of the command, in a sandbox of its own whose worlds all have the differences of a variation.
import { type CapturedRun, runCaptured } from "../../../runtime/spawn.ts";
import type { Layer } from "../../../seeds/resolve/layer.ts";
import { type RunningSandbox, startSandbox } from "../../../start.ts";
import { changesOfVariation, type Variation } from "../../../vary/variation.ts";
import type { ClientRequest, RunClient } from "../../../vary/vary.ts";
import { applyToLayer } from "../../../world/changes/overlay.ts";
import { InvalidChangeError } from "../../../world/invalid-change.ts";
import type { RequestRecord } from "../../../world/journal/record.ts";
import type { World } from "../../../world/world.ts";
import { addressesAndKeyOf, environmentOf } from "../command-environment.ts";

/** A sandbox for one run after the other. */
export interface RunSandbox {
  readonly running: RunningSandbox;
  /** What the worlds of an ordinary run are made from. */
  readonly plain: Layer;
  /** The requests of the run so far. */
  readonly records: RequestRecord[];
}

/** Starts a sandbox for one run after the other. Rejects as `startSandbox` does. */
export async function startRunSandbox(seeds: string | undefined): Promise<RunSandbox> {
  const records: RequestRecord[] = [];
  const onRequest = (record: RequestRecord) => void records.push(record);
  const running = await startSandbox({ seeds, port: 0, onRequest }, { ownsProcess: true });
  return { running, plain: running.sandbox.worlds.layerOf(), records };
}

/**
 * Makes what runs the command in a variation, as often at the same time as there are sandboxes. It rejects with a
 * `SpawnError`.
 */
export function createRunner(sandboxes: readonly RunSandbox[], command: CapturedRun): RunClient {
  const free = [...sandboxes];
  return async (variation) => {
    const taken = free.pop();
    if (taken === undefined) throw new Error("there are more runs than sandboxes");
    const { running, plain, records } = taken;
    const { worlds } = running.sandbox;
    try {
      const layer = vary(plain, variation, worlds.now());
      if (layer === undefined) return undefined;
      worlds.restart(layer);
      records.length = 0;
      const start = worlds.now();
      const env = environmentOf(command.env, addressesAndKeyOf(running));
      const { exitCode, timedOut, output } = await runCaptured({ ...command, env });
      const note = timedOut ? `\nEnded after ${command.timeoutMs / 1_000} s (--timeout).` : "";
      // Why: a restart also sends the delayed responses of the run before.
      const ofRun = records.filter(({ time }) => time >= start);
      const passed = exitCode === 0 && !timedOut;
      return { passed, requests: requestsOf(ofRun, worlds.used()), output: output + note };
    } finally {
      free.push(taken);
    }
  };
}

/** The requests of a run, also those in worlds that the command dropped or reset. */
function requestsOf(records: readonly RequestRecord[], worlds: readonly World[]): ClientRequest[] {
  const requests = new Map<string, ClientRequest>();
  for (const record of records) {
    const { world, id, endpoint = null } = record;
    requests.set(`${world} ${id}`, { ...record, endpoint });
  }
  // Why: a journal also has the requests without a response.
  for (const { name, journal } of worlds) {
    for (const entry of journal.list()) requests.set(`${name} ${entry.id}`, entry);
  }
  return [...requests.values()];
}

/** Applies the differences of a variation; undefined if they contradict each other. */
// Why: some do, such as an order of a product that another one removes.
function vary(layer: Layer, variation: Variation, now: number): Layer | undefined {
  if (variation.length === 0) return layer;
  try {
    return applyToLayer(layer, changesOfVariation(variation), now);
  } catch (error) {
    if (error instanceof InvalidChangeError) return undefined;
    throw error;
  }
}
