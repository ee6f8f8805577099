// Finds a request by its id, which the body of an error has.
import type { WorldError } from "../world/world-error.ts";
import type { ControlClient } from "./control.ts";
import type { ControlError } from "./errors.ts";

/** Finds a request and its world by its id, in the current world, and then in all others that the token opens. */
export async function findRequest(client: ControlClient, id: string, current: string) {
  for await (const world of namesFrom(client, current)) {
    const input = { params: { world }, query: { id } };
    // Why: a test may drop its world at any time.
    const [entry] = await client
      .call("GET /worlds/:world/requests", input)
      .catch(ignore({ code: "not-found" }));
    if (entry !== undefined) return { entry, world };
  }
  return undefined;
}

/** Yields the names of all worlds, the current one first, which the secret of a world opens alone. */
async function* namesFrom(client: ControlClient, current: string): AsyncGenerator<string> {
  yield current;
  const worlds = await client.call("GET /worlds").catch(ignore({ status: 401 }));
  yield* worlds.map(({ name }) => name).filter((name) => name !== current);
}

/** Takes an error for an empty list. */
// Why: not by its class, which would be one more file that a start of the program loads.
function ignore(known: Pick<WorldError, "code"> | Pick<ControlError, "status">) {
  return (error: object): never[] => {
    if (Object.entries(known).every(([name, value]) => Reflect.get(error, name) === value)) {
      return [];
    }
    throw error;
  };
}
