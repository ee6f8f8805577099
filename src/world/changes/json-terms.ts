// Words mistakes for JSON, because the messages of seeds use the terms of YAML.
import type { Diagnostic } from "../../seeds/diagnostics/diagnostic.ts";

const HINTS: Readonly<Record<string, string>> = {
  "Start each entry with a dash.": "Put its entries in brackets.",
  "Write its fields without a dash.": "Remove the brackets around it.",
};

/** Words a mistake for a caller who sent JSON. */
export function inJsonTerms(diagnostic: Diagnostic): Diagnostic {
  const { message, hint } = diagnostic;
  return { ...diagnostic, message: jsonTerms(message), hint: hint && (HINTS[hint] ?? hint) };
}

/** Replaces the terms of YAML in a message. */
export const jsonTerms = (message: string) => message.replaceAll("a mapping", "an object");
