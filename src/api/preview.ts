// The response of an endpoint to a key, for the docs. No request is sent, so that the journal has no entry and no
// token is used.
import type { Endpoint } from "../contract/endpoints.ts";
import { ApiError } from "../contract/errors.ts";
import type { Key } from "../model/state.ts";
import type { World } from "../world/world.ts";
import { HANDLERS } from "./app.ts";
import { createCall } from "./call.ts";

/** Returns the response of an endpoint to a key that passes its checks; undefined if that is an error. */
export async function preview(
  { world, hostedUrl }: { readonly world: World; readonly hostedUrl: string },
  { name, method, path }: Endpoint,
  key: Key,
  body: object | undefined,
): Promise<unknown> {
  const request = new Request(`http://sandbox${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    body: body ? JSON.stringify(body) : null,
  });
  const call = { ...createCall(request, "", { world, path, query: "" }), key };
  try {
    return JSON.parse(await HANDLERS[name](call, request, () => ({ hostedUrl })));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
