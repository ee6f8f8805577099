// To whom mistakes are reported while entries are resolved.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { RefusedEntry } from "../read/collect.ts";
import type { Failures } from "../read/failures.ts";

/** To whom references to nothing are reported, and what is excused because it failed before. */
export interface Diagnosing {
  readonly failures: Failures;
  readonly refused: readonly RefusedEntry[];
  readonly report: (diagnostic: Diagnostic) => void;
  /** Whether to report what is valid but looks wrong, too. */
  readonly warns: boolean;
  /** As of when relative times are checked, in Unix milliseconds. */
  readonly now: number;
  /** Whether a world runs that changes so: its orders keep the currency they were paid in. */
  readonly running?: boolean;
}

/** Nobody: for entries that were checked before. */
export const SILENT: Diagnosing = {
  report: () => {},
  warns: false,
  failures: { add() {}, addUnknown() {}, mayHold: () => false },
  refused: [],
  now: 0,
};
