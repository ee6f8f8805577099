// What the bench asks of the control API.
import * as v from "valibot";
import type { Server } from "./server.ts";

const WorldSchema = v.object({ baseUrl: v.string() });

/** Makes a world over the seeds, and returns the address of its API. */
export async function makeWorld({ controlUrl }: Pick<Server, "controlUrl">): Promise<string> {
  const answer = await fetch(`${controlUrl}/worlds`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{}",
  });
  return v.parse(WorldSchema, await answer.json()).baseUrl;
}
