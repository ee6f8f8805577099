// Makes the handle of a world: its methods run the operations of the control API in this process.
import * as v from "valibot";
import type { CallInput, ControlAddress } from "../client/control.ts";
import { createMethods, type WorldHandle } from "../client/world-handle.ts";
import type { Operation, Remote } from "../control/operation.ts";
import { OPERATIONS } from "../control/operations.ts";
import { formatTime } from "../shared/times.ts";
import { RequestFilterSchema } from "../world/journal/filter.ts";
import { parseArgument } from "../world/parse-input.ts";

const BY_ADDRESS: ReadonlyMap<string, Operation> = new Map(
  OPERATIONS.map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation]),
);

const TextSchema = v.string("text");

/** Makes the handle of a world, which is looked up each time, because a reset replaces it. */
export function createHandle(remote: Remote, given: string): WorldHandle {
  const { worlds, addressesOf } = remote;
  const name = parseArgument(TextSchema, given);
  const world = () => worlds.get(name);
  const methods = createMethods(call);
  return {
    name,
    get baseUrl() {
      return addressesOf({ name }).baseUrl;
    },
    get hostedUrl() {
      return addressesOf({ name }).hostedUrl;
    },
    get apiKey() {
      return world().advertisedKey()?.key ?? "";
    },
    get merchantId() {
      return world().advertisedKey()?.merchant.id ?? "";
    },
    get expiresAt() {
      const { expiresAt } = worlds.makingOf(name) ?? {};
      return expiresAt === undefined ? undefined : formatTime(expiresAt);
    },
    get secret() {
      return worlds.makingOf(name)?.secret;
    },
    ...methods,
    clock: {
      ...methods.clock,
      now: () => world().clock.now(),
      get frozen() {
        return world().clock.frozen;
      },
    },
    // Why: only over HTTP is every status text.
    requests: (filter = {}) => {
      const given = parseArgument(RequestFilterSchema, filter);
      return world().journal.list(given);
    },
    reset: () => void methods.reset(),
  };

  /** Parses each argument as the control API parses a body or a query. */
  function call(address: ControlAddress, { params = {}, query = {}, body }: CallInput = {}) {
    const operation = BY_ADDRESS.get(address);
    if (operation === undefined) throw new Error(`No operation at ${address}`);
    const texts = new Map(
      Object.entries(params).map(([part, value]) => [part, parseArgument(TextSchema, value)]),
    );
    return operation.run({
      ...remote,
      world,
      param: (part) => texts.get(part) ?? name,
      query: operation.query && parseArgument(operation.query, query),
      body: operation.body && parseArgument(operation.body, body),
    });
  }
}
