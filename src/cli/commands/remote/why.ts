// `why`: explains a request by its id, which the body of an error has.
import * as v from "valibot";
import type { ControlClient } from "../../../client/control.ts";
import { CommandError } from "../../terminal.ts";
import { formatEntry, type JournalRequest } from "./entry.ts";
import { inWorld } from "./remote.ts";

const ID = "the id of a request, like req_1ohaumh_00005";

export const WHY = inWorld({
  operands: { ID: () => v.pipe(v.string(), v.regex(/^req_\w+$/, ID)) },
  notes: [
    "ID is the requestId in the body of an error, and in the header X-Request-Id of each response.",
    "Without --world, all worlds are searched.",
  ],
  async run({ client, options, operands: [id = ""] }) {
    const names = options.world === undefined ? await namesIn(client) : [options.world];
    const found = await find(client, id, names);
    if (found === undefined) throw notThere(id, options.world);
    const { entry, world } = found;
    const lines = [formatEntry(entry, world), ...note(entry)];
    return { json: entry, lines };
  },
});

async function namesIn(client: ControlClient): Promise<readonly string[]> {
  return (await client.call("GET /worlds")).map(({ name }) => name);
}

async function find(client: ControlClient, id: string, names: readonly string[]) {
  for (const world of names) {
    const input = { params: { world }, query: { id } };
    const [entry] = await client.call("GET /worlds/:world/requests", input);
    if (entry !== undefined) return { entry, world };
  }
  return undefined;
}

function note({ why, dropped, ms }: JournalRequest): string[] {
  if (why !== null || dropped !== null) return [];
  return [`          ${ms === null ? "It has no response yet." : "It was not rejected."}`];
}

function notThere(id: string, world: string | undefined): CommandError {
  const where = world === undefined ? "any world" : `the world ${world}`;
  const fix =
    "A world keeps its last 1,000 requests, until it is reset. List them with merchant-sandbox requests.";
  return new CommandError(`There is no request ${id} in ${where}.\n  ${fix}`);
}
