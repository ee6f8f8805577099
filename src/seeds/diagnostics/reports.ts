// Collects diagnostics: each once, and at most a hundred errors and warnings of each file. The rest is counted,
// because explaining takes long, and nobody reads so many.
import { hideLinked } from "./codes.ts";
import { type Diagnostic, isError, quote, type SeedFile, type Span } from "./diagnostic.ts";

/** The most errors that are explained of a file, and the most warnings. */
const MOST_EXPLAINED = 100;

export interface Reports {
  report(diagnostic: Diagnostic): void;
  /** Reports what a scenario has to do with; its name follows an error that is in another file. */
  reportFor(scenario: string): (diagnostic: Diagnostic) => void;
  /** Counts an error that need not be explained, if there are enough of its file; false if not. */
  countError(file: SeedFile, span: () => Span): boolean;
  hasErrors(): boolean;
  /** All diagnostics, with one more for what was only counted of a file. */
  list(): Diagnostic[];
}

interface Tally {
  count: number;
  /** Where the first is that was only counted. */
  rest?: Span;
}

/** Makes a collection of what was found already. */
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
      // Why: of what others wrote, only what this scenario breaks is its business.
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
      const message = `${count - MOST_EXPLAINED} more ${severity}s of this file are not explained`;
      return [
        {
          severity,
          code: "too-many-mistakes",
          message,
          span,
          hint: "Fix those that are, and check again.",
        },
      ];
    });
  }
}
