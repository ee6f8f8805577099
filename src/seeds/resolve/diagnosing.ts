// Where mistakes are reported while entries are resolved.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { RejectedEntry } from "../read/collect.ts";
import type { Failures } from "../read/failures.ts";
import type { createWarnings } from "./warnings.ts";

/** Where mistakes are reported, and which entries failed before. */
export interface Diagnosing {
  readonly failures: Failures;
  readonly rejected: readonly RejectedEntry[];
  readonly report: (diagnostic: Diagnostic) => void;
  /** Warns of entries that are valid but look wrong. */
  readonly createWarnings?: typeof createWarnings;
  /** The time as of which relative times are checked, in Unix milliseconds. */
  readonly now: number;
  /** Whether this is a change of a running world, whose orders keep the currency they were paid in. */
  readonly running?: boolean;
  /** Whether orders are resolved on first use, because nothing is reported of them. */
  readonly lazyOrders?: boolean;
}

/** Reports nothing: for entries that were checked before. */
export const SILENT: Diagnosing = {
  report: () => {},
  failures: { add() {}, addUnknown() {}, mayHold: () => false },
  rejected: [],
  now: 0,
  lazyOrders: true,
};
