// Finds a request by its id, which the body of an error has.
import { WorldError } from "../world/world-error.ts";
import type { ControlClient } from "./control.ts";
import { ControlError } from "./errors.ts";

/** Finds a request and its world by its id, in the current world, and then in all others that the token opens. */
export async function findRequest(client: ControlClient, id: string, current: string) {
  for await (const world of namesFrom(client, current)) {
    const input = { params: { world }, query: { id } };
    const [entry] = await client.call("GET /worlds/:world/requests", input).catch((error) => {
      // Why: a test may drop its world at any time.
      if (error instanceof WorldError && error.code === "not-found") return [];
      throw error;
    });
    if (entry !== undefined) return { entry, world };
  }
  return undefined;
}

/** Yields the names of all worlds, the current one first, which the secret of a world opens alone. */
async function* namesFrom(client: ControlClient, current: string): AsyncGenerator<string> {
  yield current;
  const worlds = await client.call("GET /worlds").catch((error) => {
    if (error instanceof ControlError && error.status === 401) return [];
    throw error;
  });
  yield* worlds.map(({ name }) => name).filter((name) => name !== current);
}
