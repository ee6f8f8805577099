// A remembered request, sent once more as it was, with the key that was sent.
import type { Exchange } from "../world/journal/exchange.ts";
import type { World } from "../world/world.ts";
import { WorldError } from "../world/world-error.ts";
import type { Api } from "./app.ts";

interface Again {
  readonly id: string;
  readonly world: World;
  readonly exchange: Exchange;
}

/**
 * Has the API answer a request again, under a new id, and resolves with what came of it; with undefined where
 * that was forgotten as it came in. Throws `WorldError` where not all of the request was kept.
 */
export async function replay(
  api: Api<Response>,
  { id, world, exchange }: Again,
): Promise<Exchange | undefined> {
  const { path, query } = exchange;
  const answer = api.fetch(rebuild(exchange), id, { world, path, query });
  // Why: now, for it may be forgotten before it is answered.
  const again = world.journal.find(id);
  // Why: a fault may have lost the answer, and the journal tells all there is to know.
  await Promise.resolve(answer).catch(() => {});
  return again;
}

function rebuild(exchange: Exchange): Request {
  const { id, method, path, sentHeaders, sentBody } = exchange;
  const missing = missingOf(exchange);
  if (missing !== undefined) throw cannot(id, missing);
  try {
    const body = typeof sentBody === "string" ? sentBody : null;
    return new Request(`http://sandbox${path}`, { method, headers: [...sentHeaders], body });
  } catch {
    // Runtime: Node and Deno make no request of a method like TRACE.
    throw cannot(id, `no request of the method ${method} can be made here`);
  }
}

function missingOf({ method, sentHeaders, sentBody }: Exchange): string | undefined {
  if (typeof sentBody === "string") return undefined;
  if (sentBody !== undefined) {
    return `only the beginning of its body of ${sentBody.length} bytes was kept`;
  }
  // Why: no endpoint reads the body of a GET, and so it makes no difference.
  if (method === "GET" || method === "HEAD") return undefined;
  const length = sentHeaders.get("content-length") ?? "0";
  if (length === "0" && !sentHeaders.has("transfer-encoding")) return undefined;
  return "it was refused before its body was read";
}

function cannot(id: string, reason: string): WorldError {
  const mend = "send it again from your client";
  return new WorldError("conflict", `request ${id} can't be sent again: ${reason}; ${mend}`);
}
