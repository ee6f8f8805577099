// One run of the command, in a sandbox of its own whose worlds all have the differences of a variation.
import { type CapturedRun, runCaptured } from "../../../runtime/run-captured.ts";
import type { Layer } from "../../../seeds/resolve/layer.ts";
import type { RunningSandbox } from "../../../start.ts";
import { changesOfVariation, type Variation } from "../../../vary/variation.ts";
import type { RunClient } from "../../../vary/vary.ts";
import { applyToLayer } from "../../../world/changes/overlay.ts";
import { InvalidChangeError } from "../../../world/invalid-change.ts";
import { environmentOf } from "../command-environment.ts";

/**
 * Makes what runs the command in a variation, as often at the same time as there are sandboxes. It rejects with a
 * `SpawnError`.
 */
export function createRunner(
  sandboxes: readonly RunningSandbox[],
  command: CapturedRun,
): RunClient {
  const free = sandboxes.map((running) => ({
    running,
    plain: running.sandbox.worlds.layerOf(),
  }));
  return async (variation) => {
    const taken = free.pop();
    if (taken === undefined) throw new Error("there are more runs than sandboxes");
    const { running, plain } = taken;
    const { worlds, addressesOf } = running.sandbox;
    try {
      const layer = vary(plain, variation, worlds.now());
      if (layer === undefined) return undefined;
      worlds.restart(layer);
      const world = worlds.default;
      const key = world.advertisedKey();
      const env = environmentOf(command.env, {
        ...addressesOf(world),
        controlUrl: running.controlUrl,
        apiKey: key?.key ?? "",
        merchantId: key?.merchant.id ?? "",
      });
      const { exitCode, timedOut, output } = await runCaptured({ ...command, env });
      const note = timedOut ? `\nEnded after ${command.timeoutMs / 1_000} s (--timeout).` : "";
      const requests = worlds.used().flatMap(({ journal }) => journal.list());
      return { passed: exitCode === 0 && !timedOut, requests, output: output + note };
    } finally {
      free.push(taken);
    }
  };
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
