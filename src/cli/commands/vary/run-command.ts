// One run of the command in a world of its own.
import { type CapturedRun, runCaptured } from "../../../runtime/run-captured.ts";
import type { RunningSandbox } from "../../../start.ts";
import { changesOfVariation } from "../../../vary/variation.ts";
import type { RunClient } from "../../../vary/vary.ts";
import { makeWorld } from "../../../world/changes/world.ts";
import { InvalidChangeError } from "../../../world/invalid-change.ts";
import type { World } from "../../../world/world.ts";
import { environmentOf } from "../command-environment.ts";

/** Makes what runs the command in the world of a variation. It rejects with a `SpawnError`. */
export function createRunner(
  { sandbox, controlUrl }: RunningSandbox,
  command: CapturedRun,
): RunClient {
  const { worlds, addressesOf } = sandbox;
  return async (variation) => {
    let world: World;
    try {
      world = makeWorld(worlds, { seeds: changesOfVariation(variation) });
    } catch (error) {
      // Why: differences may contradict each other, such as an order of a product that another one removes.
      if (error instanceof InvalidChangeError) return undefined;
      throw error;
    }
    try {
      const key = world.advertisedKey();
      const env = environmentOf(command.env, {
        ...addressesOf(world),
        controlUrl,
        apiKey: key?.key ?? "",
        merchantId: key?.merchant.id ?? "",
      });
      const { exitCode, timedOut, output } = await runCaptured({ ...command, env });
      const note = timedOut ? `\nEnded after ${command.timeoutMs / 1_000} s (--timeout).` : "";
      const requests = world.journal.list();
      return { passed: exitCode === 0 && !timedOut, requests, output: output + note };
    } finally {
      worlds.drop(world.name);
    }
  };
}
