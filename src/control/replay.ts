// A request of the journal, sent again.
import type { Exchange } from "../world/exchange.ts";
import { entryOf } from "../world/request-record.ts";
import type { World } from "../world/world.ts";
import { WorldError } from "../world/world-error.ts";
import { reading } from "./operation.ts";
import { JournalEntrySchema } from "./requests.ts";

export const REPLAY_OPERATIONS = [
  reading({
    method: "post",
    path: "/worlds/:world/requests/:id/replay",
    summary: "Send a request again as it was, its key included, and tell what became of it",
    success: 201,
    response: JournalEntrySchema,
    async run({ world, param, replay }) {
      const target = world();
      const again = await replay(target, findExchange(target, param("id")));
      return entryOf(findExchange(target, again), (text) => target.maskKeys(text));
    },
  }),
];

function findExchange({ name, journal }: World, id: string): Exchange {
  const found = journal.find(id);
  if (found !== undefined) return found;
  const message = `the world ${name} remembers no request ${JSON.stringify(id)}`;
  throw new WorldError("not-found", `${message}; GET /requests lists the last ones`);
}
