// `why`: explains a request by its id, which the body of an error has.
import * as v from "valibot";
import { findRequest } from "../../../client/find-request.ts";
import { CommandError } from "../../terminal.ts";
import { formatEntry, type JournalRequest } from "./entry.ts";
import { inWorld } from "./remote.ts";

const ID = "the id of a request, like req_1ohaumh_00005";

export const WHY = inWorld({
  operands: { ID: () => v.pipe(v.string(), v.regex(/^req_\w+$/, ID)) },
  notes: [
    "ID is the requestId in the body of an error, and in the header X-Request-Id of each response.",
    "If the world does not have it, all worlds are searched.",
  ],
  async run({ client, world: current, operands: [id = ""], options }) {
    const found = await findRequest(client, id, current);
    if (found === undefined) throw notThere(id, options["control-token"]);
    const { entry, world } = found;
    const lines = [formatEntry(entry, world), ...note(entry)];
    return { json: entry, lines };
  },
});

function note({ why, dropped, ms }: JournalRequest): string[] {
  if (why !== null || dropped !== null) return [];
  return [`          ${ms === null ? "It has no response yet." : "It was not rejected."}`];
}

function notThere(id: string, token: string | undefined): CommandError {
  // Why: the secret of a world opens only that one.
  const where = token === undefined ? "any world" : "any world that the token opens";
  const fix =
    "A world keeps its last 1,000 requests, until it is reset. List them with merchant-sandbox requests.";
  return new CommandError(`There is no request ${id} in ${where}.\n  ${fix}`);
}
