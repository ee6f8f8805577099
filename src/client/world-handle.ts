// A world as a test holds it: its addresses, and the operations of the control API as methods. The library calls the
// operations in its own process, and the client calls them over HTTP.
import type { Order } from "../contract/endpoints/orders.ts";
import type { FaultSeed, ProductSeed, SeedOverlay } from "../model/schema.ts";
import type { ClockChange } from "../world/changes/clock.ts";
import type { NewKey } from "../world/changes/keys.ts";
import type { LimitChange } from "../world/changes/limits.ts";
import type { NewOrder, OrderChange } from "../world/changes/orders.ts";
import type { ProductChange } from "../world/changes/products.ts";
import type { JournalEntry } from "../world/journal/entry.ts";
import type { RequestFilter } from "../world/journal/filter.ts";
import type { KeyFilter, OrderFilter, ProductFilter } from "../world/list-entries.ts";
import type {
  ClockView,
  FaultView,
  KeyView,
  LimitsView,
  MerchantView,
  ProductView,
} from "../world/views.ts";
import type { CallInput, CallResult, ControlAddress, ControlClient } from "./control.ts";

/** What a test needs to call a world. */
interface WorldProperties {
  readonly name: string;
  /** The API's address in this world. */
  readonly baseUrl: string;
  /** The address of the hosted pages in this world. */
  readonly hostedUrl: string;
  /** The default key of the seeds, even if it was revoked or has expired since. Empty if the world has no key. */
  readonly apiKey: string;
  /** The UUID of that key's merchant. Empty if there is no key. */
  readonly merchantId: string;
  /** When it expires, ISO 8601 in UTC; undefined if it never does. */
  readonly expiresAt: string | undefined;
  /** The token of its control calls and pages; undefined if the sandbox has no control token. */
  readonly secret: string | undefined;
}

/**
 * One world. Its methods are the operations of the control API, with the same fields and checks.
 * Times are ISO 8601 in UTC or relative to the world's clock (`now+1d`), durations like `91d` or `1h30m`, and money is
 * in minor units as a string of digits. Methods throw, or reject with:
 * - `InvalidInputError`: an argument does not match its schema; `issues` has the JSON pointer of each mistake.
 * - `InvalidChangeError`: a change breaks a rule of seeds; `diagnostics` has each mistake.
 * - `WorldError`: the world, key, product or order does not exist, or already exists.
 */
export interface WorldHandle extends WorldProperties {
  readonly clock: {
    /** The world's time, and whether the clock is stopped. */
    get(): ClockView;
    /** The world's time in Unix milliseconds. */
    now(): number;
    readonly frozen: boolean;
    /**
     * Sets the time (absolute, or like `now+1d`), and freezes or unfreezes the clock. Fields that are left out stay.
     */
    set(change: ClockChange): ClockView;
    /** Stops the clock at the current time. */
    freeze(): ClockView;
    /** Lets a frozen clock run again. */
    run(): ClockView;
    /** Advances the clock by a duration, like `91d` or `1h30m`. */
    advance(by: string): ClockView;
  };
  readonly merchants: {
    /** Lists the merchants in the order of the seeds. */
    list(): MerchantView[];
  };
  readonly keys: {
    /** Lists keys in the order of the seeds; `{ merchant, status }` filters them. `merchant` is a slug or id (§5). */
    list(filter?: KeyFilter): KeyView[];
    /** Creates a key. Default of `key`: a generated token. */
    create(fields: NewKey): Promise<KeyView>;
    /** Replaces a key with a new one, and revokes it. */
    rotate(key: string): Promise<KeyView>;
    /** Revokes a key. The API returns 401 for it from now on (§5.3). */
    revoke(key: string): Promise<KeyView>;
  };
  readonly products: {
    /** Lists products in the order of the seeds; `{ merchant, status }` filters them. */
    list(filter?: ProductFilter): ProductView[];
    /** Adds a product, with the fields of seeds. */
    add(fields: ProductSeed): Promise<ProductView>;
    /** Changes fields of a product, found by its id or public code. `{ status: "DRAFT" }` unpublishes it (§3). */
    change(product: string, fields: ProductChange): Promise<ProductView>;
  };
  readonly orders: {
    /** Lists orders, the newest first; `{ merchant, product, state }` filters them. */
    list(filter?: OrderFilter): Order[];
    /** Adds an order, with the fields of seeds. Default of `createdAt`: now. */
    add(fields: NewOrder): Promise<Order>;
    /** Changes fields of an order, found by its id. `{ refundedMinor: "100" }` refunds 100 minor units (§2.3). */
    change(id: string, fields: OrderChange): Promise<Order>;
  };
  readonly faults: {
    /** Lists the rules, with how many requests each was applied to. */
    list(): FaultView[];
    /** Replaces all rules, with the fields of seeds. Counters start at 0. */
    set(rules: readonly FaultSeed[]): Promise<FaultView[]>;
  };
  /**
   * Lists the last 1,000 requests to the world, the newest last. `why` has the reason for an error.
   * `{ endpoint, status, method, key, id, q, since }` filters them.
   */
  requests(filter?: RequestFilter): JournalEntry[];
  /**
   * Changes a rate limit, or sets the tokens in buckets (§8.2): `{ key, tokens: 0 }` empties one, `{ rateLimit: "off"
   * }` disables the limit.
   */
  limit(change: LimitChange): Promise<LimitsView>;
  /** Applies changes on top of the world's state, with the fields of a scenario file. */
  change(overlay: SeedOverlay): Promise<void>;
  /** Restarts the world from its seeds. All changes and the request log are lost. */
  reset(): void;
  /** Deletes the world. Throws `WorldError` if it comes from the seeds. */
  drop(): void;
  /** Formats its state as one seed file (YAML), which loads to the same responses. */
  snapshot(): Promise<string>;
}

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

/** The methods that are calls of the control API. The properties of a world are found in other ways. */
type Methods = Omit<WorldHandle, keyof WorldProperties | "clock"> & {
  readonly clock: Omit<WorldHandle["clock"], "now" | "frozen">;
};

type Send = (address: ControlAddress, input?: CallInput) => unknown;

/**
 * Makes the methods of a handle. `send` calls an operation of its world. Methods that return a promise in `WorldHandle`
 * are `async`: with a wrong argument they reject, and do not throw.
 */
export function createMethods(send: ControlClient["call"]): OverHttp<Methods>;
export function createMethods(send: Send): Methods;
export function createMethods(send: Send): object {
  // Why: over HTTP each result is a promise, which the methods only pass on.
  const call = <Address extends ControlAddress>(address: Address, input?: CallInput) =>
    send(address, input) as CallResult<Address>;
  return {
    clock: {
      get: () => call("GET /worlds/:world/clock"),
      set: (body) => call("PUT /worlds/:world/clock", { body }),
      freeze: () => call("PUT /worlds/:world/clock", { body: { frozen: true } }),
      run: () => call("PUT /worlds/:world/clock", { body: { frozen: false } }),
      advance: (by) => call("POST /worlds/:world/clock/advance", { body: { by } }),
    },
    merchants: { list: () => call("GET /worlds/:world/merchants") },
    keys: {
      list: (query) => call("GET /worlds/:world/keys", { query }),
      create: async (body) => call("POST /worlds/:world/keys", { body }),
      rotate: async (key) => call("POST /worlds/:world/keys/:key/rotate", { params: { key } }),
      revoke: async (key) => call("POST /worlds/:world/keys/:key/revoke", { params: { key } }),
    },
    products: {
      list: (query) => call("GET /worlds/:world/products", { query }),
      add: async (body) => call("POST /worlds/:world/products", { body }),
      change: async (product, body) =>
        call("PATCH /worlds/:world/products/:product", { params: { product }, body }),
    },
    orders: {
      list: (query) => call("GET /worlds/:world/orders", { query }),
      add: async (body) => call("POST /worlds/:world/orders", { body }),
      change: async (order, body) =>
        call("PATCH /worlds/:world/orders/:order", { params: { order }, body }),
    },
    faults: {
      list: () => call("GET /worlds/:world/faults"),
      set: async (body) => call("PUT /worlds/:world/faults", { body }),
    },
    requests: (query) => call("GET /worlds/:world/requests", { query }),
    limit: async (body) => call("PUT /worlds/:world/rate-limit", { body }),
    change: async (body) => void (await call("PATCH /worlds/:world", { body })),
    reset: () => call("POST /worlds/:world/reset"),
    drop: () => call("DELETE /worlds/:world"),
    snapshot: async () => call("GET /worlds/:world/snapshot"),
  } satisfies Methods;
}
