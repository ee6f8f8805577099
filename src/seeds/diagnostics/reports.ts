// Collects diagnostics: each once, and at most a hundred errors and a hundred warnings of each file. The rest is
// counted, because explaining takes long and nobody reads so many.
import { DIAGNOSTIC_CODES } from "./codes.ts";
import { type Diagnostic, isError, quote, type SeedFile, type Span } from "./diagnostic.ts";

/** The most errors that are explained of a file, and the most warnings. */
const MOST_EXPLAINED = 100;

export interface Reports {
  report(diagnostic: Diagnostic): void;
  /** Reports for a scenario; errors in other files get its name added. */
  reportFor(scenario: string): (diagnostic: Diagnostic) => void;
  /** Counts an error without an explanation, if its file has enough errors already; false if not. */
  countError(file: SeedFile, span: () => Span): boolean;
  hasErrors(): boolean;
  /** All diagnostics, and one more for each file of which some were only counted. */
  list(): Diagnostic[];
}

interface Tally {
  count: number;
  /** The place of the first that was only counted. */
  rest?: Span;
}

/** Creates a collection that starts with what was found before. */
export function createReports(found: readonly Diagnostic[] = []): Reports {
  const diagnostics = [...found];
  const seen = new Set<string>();
  const tallies = { error: new Map<SeedFile, Tally>(), warning: new Map<SeedFile, Tally>() };

  function tallyOf(severity: Diagnostic["severity"], file: SeedFile): Tally {
    const tally = tallies[severity].get(file) ?? { count: 0 };
    tallies[severity].set(file, tally);
    return tally;
  }

  function report(diagnostic: Diagnostic, suffix = ""): void {
    const { span, code, message, severity } = diagnostic;
    const identity = `${span.file.path}:${span.pointer ?? span.start}:${code}:${message}`;
    if (seen.has(identity)) return;
    seen.add(identity);
    const tally = tallyOf(severity, span.file);
    if (++tally.count > MOST_EXPLAINED) tally.rest ??= span;
    else diagnostics.push(hideLinked({ ...diagnostic, message: message + suffix }));
  }

  return {
    report: (diagnostic) => report(diagnostic),
    reportFor: (scenario) => (diagnostic) => {
      if (diagnostic.span.file.scenario === scenario) return report(diagnostic);
      // Why: warnings in other files were reported with those files.
      if (isError(diagnostic)) report(diagnostic, `, in scenario ${quote(scenario)}`);
    },
    countError(file, span) {
      const tally = tallyOf("error", file);
      if (tally.count < MOST_EXPLAINED) return false;
      tally.rest ??= span();
      tally.count++;
      return true;
    },
    hasErrors: () => diagnostics.some(isError),
    list: () => [...diagnostics, ...countRest("error"), ...countRest("warning")],
  };

  function countRest(severity: Diagnostic["severity"]): Diagnostic[] {
    return [...tallies[severity].values()].flatMap(({ count, rest: span }) => {
      if (span === undefined) return [];
      const message = `${count - MOST_EXPLAINED} more ${severity}s in this file are not shown`;
      return [
        {
          severity,
          code: "too-many-mistakes",
          message,
          span,
          hint: "Fix those that are shown, and check again.",
        },
      ];
    });
  }
}

const LINKED =
  "The text is not shown, because this is a link to a file outside the seeds directory.";

/** Removes quotes of the file from a diagnostic, if it is outside of the seeds directory: it may hold secrets. */
function hideLinked(diagnostic: Diagnostic): Diagnostic {
  if (!diagnostic.span.file.isLinked) return diagnostic;
  const { summary } = DIAGNOSTIC_CODES[diagnostic.code];
  return { ...diagnostic, message: summary.replace(/\.$/, ""), hint: LINKED };
}
