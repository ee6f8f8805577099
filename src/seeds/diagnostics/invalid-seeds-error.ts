// What is thrown where seeds can't be served, and what may be told of it to anybody.
import { type Diagnostic, formatDiagnostics, listPlaces } from "./diagnostic.ts";

/** The seeds can't be served; `diagnostics` says why, and so does the message. */
export class InvalidSeedsError extends Error {
  // Runtime: the bundler may call the class otherwise, and Node shows what it is called.
  static override readonly name = "InvalidSeedsError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(formatDiagnostics(diagnostics));
    this.name = "InvalidSeedsError";
    this.diagnostics = diagnostics;
  }
}

/** Describes why seeds can't be served without a word of them, which may be a key. */
export function describeFailure(error: unknown): string {
  return error instanceof InvalidSeedsError ? listPlaces(error.diagnostics) : String(error);
}
