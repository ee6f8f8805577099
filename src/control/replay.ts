// A request of the journal, sent again.
import type { Exchange } from "../world/journal/exchange.ts";
import { entryOf } from "../world/journal/record.ts";
import type { World } from "../world/world.ts";
import { WorldError } from "../world/world-error.ts";
import { reading } from "./operation.ts";

export const REPLAY_OPERATIONS = [
  reading({
    name: "replayRequest",
    method: "post",
    path: "/worlds/:world/requests/:request/replay",
    summary: "Send a request again",
    description: "As it was, its key included; what is answered tells what became of it.",
    refusals: { 409: "Its body was cut or never read, or the new one is forgotten already." },
    success: 201,
    response: "Request",
    async run({ world, param, replay }) {
      const target = world();
      const id = param("request");
      const again = await replay(target, findExchange(target, id));
      if (again === undefined) throw forgotten(target, id);
      return entryOf(again, (text) => target.maskKeys(text));
    },
  }),
];

function findExchange({ name, journal }: World, id: string): Exchange {
  const found = journal.find(id);
  if (found !== undefined) return found;
  const message = `the world ${name} remembers no request ${JSON.stringify(id)}`;
  throw new WorldError("not-found", `${message}; GET /requests lists the last ones`);
}

function forgotten({ name }: World, id: string): WorldError {
  const message = `request ${id} was sent again, but the world ${name} has forgotten that one already`;
  return new WorldError("conflict", `${message}; send fewer at once`);
}
