// A world as a test holds it: its addresses, and the operations of the control API as methods.
import type { Order } from "../contract/endpoints/orders.ts";
import type { FaultSeed, ProductSeed } from "../seeds/format/schema.ts";
import type { ClockChange } from "../world/changes/clock.ts";
import type { NewKey } from "../world/changes/keys.ts";
import type { LimitChange } from "../world/changes/limits.ts";
import type { NewOrder, OrderChange } from "../world/changes/orders.ts";
import type { ProductChange } from "../world/changes/products.ts";
import type { RequestFilter } from "../world/journal/filter.ts";
import type { JournalEntry } from "../world/journal/record.ts";
import type { KeyFilter, OrderFilter, ProductFilter } from "../world/list-entries.ts";
import type {
  ClockView,
  FaultView,
  KeyView,
  LimitsView,
  MerchantView,
  ProductView,
} from "../world/views.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * One world, and what may be done to it. What can't be done is a `WorldError`, an `InvalidInputError` or an
 * `InvalidChangeError`.
 */
export interface WorldHandle {
  readonly name: string;
  /** The API's address in this world. */
  readonly baseUrl: string;
  /** The address of the hosted pages in this world. */
  readonly hostedUrl: string;
  /** The advertised key: that of the seeds, whatever became of it since; empty if the world has no key. */
  readonly apiKey: string;
  /** The merchant of that key; empty where there is none. */
  readonly merchantId: string;
  readonly clock: {
    /** The world's time in Unix milliseconds. */
    now(): number;
    readonly frozen: boolean;
    /** Sets the time (absolute, or like `now+1d`), freezes the clock or lets it run on. */
    set(change: ClockChange): ClockView;
    freeze(): ClockView;
    run(): ClockView;
    /** Moves it on by a length of time, like `91d` or `1h30m`. */
    advance(by: string): ClockView;
  };
  readonly merchants: {
    /** Lists the merchants, as seeded. */
    list(): MerchantView[];
  };
  readonly keys: {
    /** Lists keys, as seeded; `{ merchant, status }` filters them. */
    list(filter?: KeyFilter): KeyView[];
    /** Creates a key; its token is made up unless it is given. */
    create(fields: NewKey): Promise<KeyView>;
    /** Puts a new key in the place of one, which is revoked. */
    rotate(key: string): Promise<KeyView>;
    /** Revokes a key: 401 from now on. */
    revoke(key: string): Promise<KeyView>;
  };
  readonly products: {
    /** Lists products, as seeded; `{ merchant, status }` filters them. */
    list(filter?: ProductFilter): ProductView[];
    /** Adds a product, as seeds write it. */
    add(fields: ProductSeed): Promise<ProductView>;
    /** Changes a product, by its id or public code, in some fields: `{ status: "DRAFT" }` withdraws it. */
    change(product: string, fields: ProductChange): Promise<ProductView>;
  };
  readonly orders: {
    /** Lists orders, the newest first; `{ merchant, product, state }` filters them. */
    list(filter?: OrderFilter): Order[];
    /** Adds an order, as seeds write it; it is made now unless `createdAt` says when. */
    add(fields: NewOrder): Promise<Order>;
    /** Changes an order in some fields: `{ refundedMinor: "100" }` refunds a part of it. */
    change(id: string, fields: OrderChange): Promise<Order>;
  };
  readonly faults: {
    /** Lists the rules, with how many requests each has hit. */
    list(): FaultView[];
    /** Puts other rules, as seeds write them, in the place of those that are there. */
    set(rules: readonly FaultSeed[]): Promise<FaultView[]>;
  };
  /** Lists the last requests to the world, the newest last; `why` says why one was rejected. */
  requests(filter?: RequestFilter): JournalEntry[];
  /** Changes a limit, lifts it, or fills or drains a key's bucket. */
  limit(change: LimitChange): Promise<LimitsView>;
  /** Applies changes in the seed format on top of the world's state, as a scenario is on top of the seeds. */
  change(overlay: Fields): Promise<void>;
  /** Makes the world again from its seeds. */
  reset(): void;
  /** Drops a world that a test made. */
  drop(): void;
  /** Formats its state as one seed file (YAML), which loads again to the same answers. */
  snapshot(): Promise<string>;
}
