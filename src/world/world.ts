// One isolated copy of all state, made from an immutable layer of seeds. Whatever a reset must clear is made here; a
// reset makes a new world. A change replaces the present layer, so a world without changes holds nothing of its own.
import type { Order } from "../contract/endpoints/orders.ts";
import type { Listing } from "../contract/list.ts";
import { selectOrders, selectProducts } from "../model/lists.ts";
import type { CatalogProduct, Key, Merchant, Settings } from "../model/state.ts";

import { findFirst } from "../seeds/resolve/advertised-key.ts";
import type { Layer } from "../seeds/resolve/layer.ts";
import { type Clock, createClock, type SavedClock, type SystemTime, startOf } from "./clock.ts";
import { createFaults, type Faults, type SavedFault } from "./faults.ts";
import { describeOverlay } from "./journal/dividers.ts";
import { createJournal, type Journal } from "./journal/journal.ts";
import { createMask, type Mask } from "./journal/mask.ts";
import type { SavedRequests } from "./journal/request-store.ts";
import { createMadeIds, type MadeCounts, type MadeIds } from "./made-ids.ts";
import { createRateLimiter, type RateLimiter, type SavedBucket } from "./rate-limit.ts";

export interface World {
  readonly name: string;
  /** What it is made from, and what a reset goes back to. */
  readonly layer: Layer;
  /** What it is now. */
  readonly state: Layer;
  /** When it started, on its own clock (Unix milliseconds): relative times of its seeds count from then. */
  readonly start: number;
  /** A name of this state, which no other state of any world has. */
  readonly revision: string;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly rateLimiter: RateLimiter;
  readonly faults: Faults;
  readonly journal: Journal;
  /** The key that clients are given, whatever became of it; the first by its token if the world lacks that one. */
  advertisedKey(): Key | undefined;
  /** The id of the request that comes in next. */
  nextRequestId(): string;
  /** The id of a new form of the checkout. */
  nextFormId(): string;
  /** How many ids were counted while its clock was frozen, if it has made any. */
  readonly madeCounts: MadeCounts | undefined;
  findKey(token: string): Key | undefined;
  /** Hides secrets in what clients wrote, and shows the keys of this world. */
  readonly mask: Mask;
  /** Has a secret of the sandbox hidden wherever it is, whatever it looks like. */
  hide(secret: string): void;
  /** Finds a product of any merchant and status by its id in lower case. */
  findProduct(id: string): CatalogProduct | undefined;
  listProducts(merchant: Merchant): Listing<CatalogProduct>;
  listOrders(merchant: Merchant): Listing<Order>;
  /** Replaces the state. Other fault rules start to count. */
  change(state: Layer, by: WorldChange): void;
  /** Calls a listener with each change from now on. */
  onChange(listener: (change: WorldChange) => void): void;
  /** Formats its state as one seed file, which loads again to the same responses. */
  snapshot(): Promise<string>;
  /** Whether a fault is delaying a response. */
  readonly holding: boolean;
  /** Ends all followers of its journal. */
  end(): void;
  /** Also sends all delayed responses now. */
  release(): void;
}

/** An overlay that was applied, and when: the world's time in Unix milliseconds. */
export interface WorldChange {
  readonly now: number;
  readonly overlay: object;
}

/** What a world was when it was saved. */
export interface SavedWorld {
  readonly state: Layer;
  readonly start: number;
  readonly clock: SavedClock;
  readonly buckets: ReadonlyMap<string, SavedBucket>;
  readonly faults: readonly (SavedFault | undefined)[];
  readonly requests: SavedRequests;
  readonly made?: MadeCounts | undefined;
}

/**
 * Makes a world as its layer says: every bucket full, the clock started now, or at `since` (the
 * system's time in Unix milliseconds); one that was saved is made as it was.
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
  // Why: made when they are first asked for, as most of ten thousand worlds never do.
  let faults = saved && createFaults(state.faults, saved.faults);
  let replaced: readonly Faults[] = [];
  let rateLimiter: RateLimiter | undefined;
  let journal: Journal | undefined;
  let ids: MadeIds | undefined;
  let mask: Mask | undefined;
  const secrets: string[] = [];
  let listener: ((change: WorldChange) => void) | undefined;
  let lists = createLists();
  const clock = createClock(layer.settings.clock, system, since, saved?.clock);
  const idsOf = () => (ids ??= createMadeIds(() => clock.frozen, saved?.made));
  const start = saved?.start ?? startOf(layer.settings.clock, since);
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
      rateLimiter ??= createRateLimiter(() => state.settings.rateLimit, clock, saved?.buckets);
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
    get madeCounts() {
      return ids?.counts ?? saved?.made;
    },
    findKey: (token) => state.keys.get(token),
    findProduct: (id) => state.products.get(id),
    listProducts: (merchant) =>
      once(lists.products, merchant, () => selectProducts(state, merchant)),
    listOrders: (merchant) =>
      once(lists.orders, merchant, () => selectOrders(state, merchant, start)),
    onChange(next) {
      listener = next;
    },
    change(next, by) {
      listener?.(by);
      journal?.divide(describeOverlay(by.overlay), by.now);
      if (next.source.faults !== state.source.faults) {
        // Why: delayed responses are still sent when their delay ends.
        replaced = [...replaced, ...(faults ? [faults] : [])].filter(({ holding }) => holding);
        faults = undefined;
      }
      // Why: not only if it was asked for, as it may hold buckets that were saved.
      this.rateLimiter.settle(state.keys);
      revision = undefined;
      lists = createLists();
      state = next;
    },
    async snapshot() {
      // Why: before anything is loaded, for it is of the moment in which it was asked for.
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

/** The lists of each merchant, made when they are first asked for. */
const createLists = () => ({
  products: new Map<Merchant, Listing<CatalogProduct>>(),
  orders: new Map<Merchant, Listing<Order>>(),
});

function once<Owner, Value>(made: Map<Owner, Value>, owner: Owner, make: () => Value): Value {
  const value = made.get(owner) ?? make();
  made.set(owner, value);
  return value;
}

/** What a snapshot says of a clock: nothing of one that shows the system's time. */
function clockOf({ real, frozen }: Clock): { readonly frozen: boolean } | undefined {
  return real ? undefined : { frozen };
}
