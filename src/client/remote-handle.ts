// A world of a sandbox in another process.
import type { CallResult, ControlClient } from "./control.ts";
import { createMethods, type OverHttp, type WorldHandle } from "./world-handle.ts";

/**
 * A world of a sandbox in another process. It has the methods of a `WorldHandle`, and each returns a promise: code that
 * awaits them works with both. `clock.get()` replaces `clock.frozen`.
 */
export interface RemoteWorldHandle extends OverHttp<WorldHandle> {}

/** What the control API says of a world. */
export type WorldFacts = Pick<
  CallResult<"POST /worlds">,
  "name" | "baseUrl" | "hostedUrl" | "apiKey" | "keys" | "merchants" | "expiresAt" | "secret"
>;

/** Makes the handle of a world from what the control API says of it. */
export function createRemoteHandle(control: ControlClient, facts: WorldFacts): RemoteWorldHandle {
  const { name, baseUrl, hostedUrl, apiKey, keys, merchants, expiresAt, secret } = facts;
  const slug = keys.find(({ key }) => key === apiKey)?.merchant;
  const merchantId = merchants.find((merchant) => merchant.slug === slug)?.id ?? "";
  const methods = createMethods((address, { params, ...input } = {}) =>
    control.call(address, { ...input, params: { ...params, world: name } }),
  );
  const { clock } = methods;
  return {
    name,
    baseUrl,
    hostedUrl,
    apiKey,
    merchantId,
    expiresAt,
    secret,
    ...methods,
    clock: { ...clock, now: async () => Date.parse((await clock.get()).now) },
    reset: async () => void (await methods.reset()),
  };
}
