// The error of a change that breaks a rule of seeds.
import { type Diagnostic, formatDiagnostics } from "../seeds/diagnostics/diagnostic.ts";

/** An invalid change. `diagnostics` has every mistake, and the message lists them. */
export class InvalidChangeError extends Error {
  // Runtime: a bundler may rename the class, and Node shows its name.
  static override readonly name = "InvalidChangeError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(formatDiagnostics(diagnostics));
    this.name = "InvalidChangeError";
    this.diagnostics = diagnostics;
  }
}
