// Fault entries → fault rules: which requests they match, and what happens to these.

import { DEFAULTS, type FaultSeed } from "../../model/schema.ts";
import type { FaultRule, Key, Merchant } from "../../model/state.ts";
import { parseDuration } from "../../shared/times.ts";
import { errorAt } from "../diagnostics/diagnostic.ts";
import { type Entry, locateField, originOf } from "../read/entries.ts";
import type { NamesOf, NamesUser } from "./names.ts";

// Why: on some runtimes a timer of more than 24 days fires immediately.
const LONGEST_DELAY = 86_400_000;

export interface FaultContext {
  readonly merchants: NamesOf<Merchant>;
  readonly keys: NamesOf<Key>;
  readonly user: NamesUser;
}

/** Resolves a fault entry. Undefined, and reported, if it can't be applied. */
export function resolveFault(
  entry: Entry<FaultSeed>,
  { merchants, keys, user }: FaultContext,
): FaultRule | undefined {
  const { seed } = entry;
  const { key, merchant, endpoint = DEFAULTS.faults.endpoint, respond, drop } = seed;
  const holder = key === undefined ? undefined : keys.resolve(key, { entry, field: "key" }, user);
  const owner =
    merchant === undefined
      ? undefined
      : merchants.resolve(merchant, { entry, field: "merchant" }, user);
  const delay = readDelay();
  if (holder && owner && holder.merchant.id !== owner.id) {
    const message = `this fault matches no request: its key belongs to ${holder.merchant.slug}`;
    return reject(message, "merchant");
  }
  if (respond !== undefined && drop !== undefined) {
    return reject("a fault can't have both `respond` and `drop`", "drop");
  }
  if (respond === undefined && drop === undefined && seed.delay === undefined) {
    return reject("this fault does nothing: add `delay`, `respond` or `drop`");
  }
  return {
    ...DEFAULTS.faults,
    ...seed,
    endpoint: endpoint === "any" ? undefined : endpoint,
    key: holder?.key,
    merchant: owner?.id,
    times: seed.times ?? Number.POSITIVE_INFINITY,
    delay,
    origin: originOf(entry),
  };

  function readDelay(): FaultRule["delay"] {
    if (seed.delay === undefined) return undefined;
    const range =
      typeof seed.delay === "string" ? { min: seed.delay, max: seed.delay } : seed.delay;
    const min = parseDuration(range.min);
    const max = parseDuration(range.max);
    if (min === undefined || max === undefined || max > LONGEST_DELAY) {
      return reject("a delay can't be longer than a day", "delay");
    }
    return min > max ? reject("`min` is more than `max`", "delay", "min") : { min, max };
  }

  function reject(message: string, field?: string, inner?: string): undefined {
    user.report(errorAt(locateField(entry, field, inner), "bad-fault", message));
  }
}
