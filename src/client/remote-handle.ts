// A world of a sandbox in another process: the methods of a handle, each as a call of the control API.
import type { WorldHandle } from "../library/world-handle.ts";
import type { CallResult, ControlAddress, ControlClient } from "./control.ts";

/** The same methods, each of which returns a promise. */
export type OverHttp<Methods> = {
  readonly [Name in keyof Methods as Name extends "frozen" ? never : Name]: Methods[Name] extends (
    ...given: infer Given
  ) => infer Result
    ? (...given: Given) => Promise<Awaited<Result>>
    : Methods[Name] extends object
      ? OverHttp<Methods[Name]>
      : Methods[Name];
};

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

  return {
    name,
    baseUrl,
    hostedUrl,
    apiKey,
    merchantId,
    expiresAt,
    secret,
    clock: {
      get: () => call("GET /worlds/:world/clock"),
      now: async () => Date.parse((await call("GET /worlds/:world/clock")).now),
      set: (body) => call("PUT /worlds/:world/clock", { body }),
      freeze: () => call("PUT /worlds/:world/clock", { body: { frozen: true } }),
      run: () => call("PUT /worlds/:world/clock", { body: { frozen: false } }),
      advance: (by) => call("POST /worlds/:world/clock/advance", { body: { by } }),
    },
    merchants: { list: () => call("GET /worlds/:world/merchants") },
    keys: {
      list: (query) => call("GET /worlds/:world/keys", { query }),
      create: (body) => call("POST /worlds/:world/keys", { body }),
      rotate: (key) => call("POST /worlds/:world/keys/:key/rotate", { params: { key } }),
      revoke: (key) => call("POST /worlds/:world/keys/:key/revoke", { params: { key } }),
    },
    products: {
      list: (query) => call("GET /worlds/:world/products", { query }),
      add: (body) => call("POST /worlds/:world/products", { body }),
      change: (product, body) =>
        call("PATCH /worlds/:world/products/:product", { params: { product }, body }),
    },
    orders: {
      list: (query) => call("GET /worlds/:world/orders", { query }),
      add: (body) => call("POST /worlds/:world/orders", { body }),
      change: (order, body) =>
        call("PATCH /worlds/:world/orders/:order", { params: { order }, body }),
    },
    faults: {
      list: () => call("GET /worlds/:world/faults"),
      set: (body) => call("PUT /worlds/:world/faults", { body }),
    },
    requests: (query) => call("GET /worlds/:world/requests", { query }),
    limit: (body) => call("PUT /worlds/:world/rate-limit", { body }),
    change: async (body) => void (await call("PATCH /worlds/:world", { body })),
    reset: async () => void (await call("POST /worlds/:world/reset")),
    drop: async () => void (await call("DELETE /worlds/:world")),
    snapshot: () => call("GET /worlds/:world/snapshot"),
  };

  function call<Address extends ControlAddress>(
    address: Address,
    { params, ...input }: Parameters<ControlClient["call"]>[1] = {},
  ): Promise<CallResult<Address>> {
    return control.call(address, { ...input, params: { ...params, world: name } });
  }
}
