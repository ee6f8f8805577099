// Where mistakes are reported while entries are resolved.
import type { KeySeed, OrderSeed, ProductSeed } from "../../model/schema.ts";
import type { CatalogProduct, Key, OrderRecord } from "../../model/state.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Entry, RejectedEntry } from "../read/entries.ts";
import type { Failures } from "../read/failures.ts";

type Report = (diagnostic: Diagnostic) => void;

/** Where mistakes are reported, and which entries failed before. */
export interface Diagnosing {
  readonly failures: Failures;
  readonly rejected: readonly RejectedEntry[];
  readonly report: Report;
  /** Warns of entries that are valid but look wrong. */
  readonly createWarnings?: (now: number, report: Report) => Warnings;
  /** The time as of which relative times are checked, in Unix milliseconds. */
  readonly now: number;
  /** Whether this is a change of a running world, whose orders keep the currency they were paid in. */
  readonly running?: boolean;
  /** Who makes the changes, if no file does. */
  readonly maker?: string;
  /** Whether orders are resolved on first use, because nothing is reported of them. */
  readonly lazyOrders?: boolean;
}

/** The warnings of entries that were resolved. */
export interface Warnings {
  ofKey(entry: Entry<KeySeed>, key: Key): void;
  ofProduct(entry: Entry<ProductSeed>, product: CatalogProduct): void;
  ofOrder(entry: Entry<OrderSeed>, order: Omit<OrderRecord, "id">): void;
}

/** Reports nothing: for entries that were checked before. */
export const SILENT: Diagnosing = {
  report: () => {},
  failures: { add() {}, addUnknown() {}, mayHold: () => false },
  rejected: [],
  now: 0,
  lazyOrders: true,
};
