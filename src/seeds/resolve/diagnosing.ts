// To whom it is told what is wrong while entries are resolved.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { RefusedEntry } from "../read/collect.ts";
import type { Failures } from "../read/failures.ts";

/** Who is told of what leads nowhere, and what is excused as it failed before. */
export interface Diagnosing {
  readonly failures: Pick<Failures, "mayHold">;
  readonly refused: readonly RefusedEntry[];
  readonly report: (diagnostic: Diagnostic) => void;
  /** Whether to look for what loads but is hardly meant, too. */
  readonly warns: boolean;
}

/** Nobody: for entries that were checked before. */
export const SILENT: Diagnosing = {
  report: () => {},
  warns: false,
  failures: { mayHold: () => false },
  refused: [],
};
