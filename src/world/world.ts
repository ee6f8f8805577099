// One isolated copy of all state, created from an immutable layer of seeds. A reset creates a new world, so everything
// that a reset must clear is here. A change replaces the current layer, so a world without changes has no data of its
// own.
import type { Order } from "../contract/endpoints/orders.ts";
import type { Listing } from "../contract/list.ts";
import { selectOrders, selectProducts } from "../model/lists.ts";
import type { CatalogProduct, Key, Merchant, Settings } from "../model/state.ts";

import { findFirst } from "../seeds/resolve/advertised-key.ts";
import type { Layer } from "../seeds/resolve/layer.ts";
import { type Clock, createClock, type SystemTime, startOf } from "./clock.ts";
import { createFaults, type Faults } from "./faults.ts";
import { describeOverlay } from "./journal/dividers.ts";
import { createJournal, type Journal } from "./journal/journal.ts";
import { createMask, type Mask } from "./journal/mask.ts";
import type { SavedRequests } from "./journal/request-store.ts";
import { createMadeIds, type MadeIds } from "./made-ids.ts";
import { createRateLimiter, type RateLimiter } from "./rate-limit.ts";
import type { SavedCounters } from "./saved-counters.ts";

export interface World {
  readonly name: string;
  /** The layer that it was created from, and that a reset restores. */
  readonly layer: Layer;
  /** The current layer. */
  readonly state: Layer;
  /** When it started on its own clock (Unix milliseconds). Relative times of its seeds count from then. */
  readonly start: number;
  /** Identifies this state among all states of all worlds. */
  readonly revision: string;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly rateLimiter: RateLimiter;
  readonly faults: Faults;
  readonly journal: Journal;
  /** The default key, also if it was revoked. If it was removed, the first key by its token. */
  advertisedKey(): Key | undefined;
  /** The id of the next request. */
  nextRequestId(): string;
  /** The id of a new form of the checkout. */
  nextFormId(): string;
  findKey(token: string): Key | undefined;
  /** Masks secrets in texts of clients, except the keys of this world. */
  readonly mask: Mask;
  /** Adds a secret of the sandbox that must be masked everywhere. */
  hide(secret: string): void;
  /** Finds a product of any merchant and status by its id in lower case. */
  findProduct(id: string): CatalogProduct | undefined;
  listProducts(merchant: Merchant): Listing<CatalogProduct>;
  listOrders(merchant: Merchant): Listing<Order>;
  /**
   * Replaces the state, and then calls `also`. New fault rules start to count at 0. If one of both
   * throws, the state is as before.
   */
  change(state: Layer, by: WorldChange, also?: () => void): void;
  /** Reports a change that is not an overlay, such as of its clock. */
  noteChange(): void;
  /** Calls a listener with each change from now on, with its overlay if it is one. */
  onChange(listener: (change?: WorldChange) => void): void;
  /** Its clock and counters, to save them. */
  save(): SavedCounters;
  /** Formats its state as one seed file, which loads again to the same responses. */
  snapshot(): Promise<string>;
  /** Whether a fault is delaying a response. */
  readonly holding: boolean;
  /** Ends all followers of its journal. */
  end(): void;
  /** Ends all followers, and sends all delayed responses now. */
  release(): void;
}

/** An applied overlay, and the world's time (Unix milliseconds) when it was applied. */
export interface WorldChange {
  readonly now: number;
  readonly overlay: object;
}

/** The saved state of a world. */
export interface SavedWorld {
  readonly state: Layer;
  readonly counters: SavedCounters;
  readonly requests: SavedRequests;
}

/**
 * Creates a world from a layer: every bucket is full, and the clock starts now, or at `since` (the system's time in
 * Unix milliseconds). A saved world continues as it was.
 */
export function createWorld(
  name: string,
  layer: Layer,
  system: SystemTime,
  since = system(),
  saved?: SavedWorld,
): World {
  let state = saved?.state ?? layer;
  let revision: string | undefined;
  // Why: these are created on first use, because most of ten thousand worlds never need them. But saved counters apply
  // only to the saved rules, so those are created now; after a change of the rules they start at 0.
  let faults = saved && createFaults(state.faults, saved.counters.faults);
  let replaced: readonly Faults[] = [];
  let rateLimiter: RateLimiter | undefined;
  let journal: Journal | undefined;
  let ids: MadeIds | undefined;
  let mask: Mask | undefined;
  const secrets: string[] = [];
  let listener: ((change?: WorldChange) => void) | undefined;
  let lists = createLists();
  const clock = createClock(layer.settings.clock, system, since, saved?.counters.clock);
  const idsOf = () => (ids ??= createMadeIds(() => clock.frozen, saved?.counters.made));
  const start = saved?.counters.start ?? startOf(layer.settings.clock, since);
  return {
    name,
    layer,
    get state() {
      return state;
    },
    start,
    get revision() {
      revision ??= crypto.randomUUID();
      return revision;
    },
    get settings() {
      return state.settings;
    },
    clock,
    get rateLimiter() {
      rateLimiter ??= createRateLimiter(
        () => state.settings.rateLimit,
        clock,
        saved?.counters.buckets,
      );
      return rateLimiter;
    },
    get faults() {
      faults ??= createFaults(state.faults);
      return faults;
    },
    get journal() {
      journal ??= createJournal(() => this.mask, saved?.requests);
      return journal;
    },
    get mask() {
      mask ??= createMask((token) => state.keys.has(token), secrets);
      return mask;
    },
    hide(secret) {
      secrets.push(secret);
      mask = undefined;
    },
    advertisedKey() {
      return state.keys.get(layer.apiKey ?? "") ?? findFirst(state.keys.values());
    },
    nextRequestId() {
      return idsOf().ofRequest();
    },
    nextFormId: () => idsOf().ofForm(),
    findKey: (token) => state.keys.get(token),
    findProduct: (id) => state.products.get(id),
    listProducts: (merchant) =>
      once(lists.products, merchant, () => selectProducts(state, merchant)),
    listOrders: (merchant) =>
      once(lists.orders, merchant, () => selectOrders(state, merchant, start)),
    noteChange: () => listener?.(),
    onChange(next) {
      listener = next;
    },
    change(next, by, also) {
      // Why: also if it was not used yet, because it may have saved buckets.
      this.rateLimiter.settle(state.keys);
      const before = { state, faults };
      const hasOtherFaults = next.source.faults !== state.source.faults;
      if (hasOtherFaults) faults = undefined;
      state = next;
      try {
        also?.();
        listener?.(by);
      } catch (error) {
        // Why: a request that finds the change made would report it, and not save it.
        ({ state, faults } = before);
        throw error;
      }
      this.journal.divide(describeOverlay(by.overlay), { ...clock, now: () => by.now });
      if (hasOtherFaults && before.faults) {
        // Why: delayed responses are still sent when their delay ends.
        replaced = [...replaced, before.faults].filter(({ holding }) => holding);
      }
      revision = undefined;
      lists = createLists();
    },
    save() {
      const made = ids?.counts ?? saved?.counters.made;
      return {
        start,
        clock: clock.save(),
        buckets: rateLimiter?.save() ?? saved?.counters.buckets ?? {},
        faults: faults?.save() ?? {},
        ...(made && (made.requests > 0 || made.forms > 0) && { made }),
      };
    },
    async snapshot() {
      // Why: before anything is loaded, because the snapshot is of the time of the call.
      const taken = {
        state,
        apiKey: this.advertisedKey()?.key,
        world: name,
        now: clock.now(),
        start,
        clock: clockOf(clock),
      };
      const { formatSnapshot } = await import("../seeds/write/snapshot.ts");
      return formatSnapshot(taken);
    },
    get holding() {
      return faults?.holding === true || replaced.some(({ holding }) => holding);
    },
    end: () => journal?.end(),
    release() {
      for (const { release } of [...replaced, ...(faults ? [faults] : [])]) release();
      journal?.end();
    },
  };
}

/** The lists of each merchant, created on first use. */
const createLists = () => ({
  products: new Map<Merchant, Listing<CatalogProduct>>(),
  orders: new Map<Merchant, Listing<Order>>(),
});

function once<Owner, Value>(made: Map<Owner, Value>, owner: Owner, make: () => Value): Value {
  const value = made.get(owner) ?? make();
  made.set(owner, value);
  return value;
}

/** The clock in a snapshot. Undefined if it shows the system's time. */
function clockOf({ real, frozen }: Clock): { readonly frozen: boolean } | undefined {
  return real ? undefined : { frozen };
}
