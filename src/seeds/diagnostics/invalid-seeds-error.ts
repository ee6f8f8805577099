// The error that is thrown if seeds can't be served, and what anybody may know of it.
import { type Diagnostic, formatDiagnostics, listPlaces } from "./diagnostic.ts";

/** The seeds can't be served. `diagnostics` and the message say why. */
export class InvalidSeedsError extends Error {
  // Runtime: a bundler may rename the class, and Node shows its name.
  static override readonly name = "InvalidSeedsError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(formatDiagnostics(diagnostics));
    this.name = "InvalidSeedsError";
    this.diagnostics = diagnostics;
  }
}

/** Describes why seeds can't be served without quoting them, because they may hold secrets. */
export function describeFailure(error: unknown): string {
  return error instanceof InvalidSeedsError ? listPlaces(error.diagnostics) : String(error);
}
