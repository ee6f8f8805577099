// Who is told what is wrong while entries are resolved.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { RefusedEntry } from "../read/collect.ts";
import type { Failures } from "../read/failures.ts";

/** Who is told of references to nothing, and what is excused because it failed before. */
export interface Diagnosing {
  readonly failures: Failures;
  readonly refused: readonly RefusedEntry[];
  readonly report: (diagnostic: Diagnostic) => void;
  /** Whether to report what is valid but looks wrong, too. */
  readonly warns: boolean;
  /** As of when relative times are checked, in Unix milliseconds. */
  readonly now: number;
}

/** Nobody: for entries that were checked before. */
export const SILENT: Diagnosing = {
  report: () => {},
  warns: false,
  failures: { add() {}, addUnknown() {}, mayHold: () => false },
  refused: [],
  now: 0,
};
