// Keeps keys out of reports: a server may repeat the request, and `fetch` quotes a header that it rejects.
import { createRedactor } from "../shared/redact.ts";
import { type Keys, kebab } from "./server.ts";

/** Creates a function that replaces each key with its name. */
export function createKeyRedactor(keys: Keys): (text: string) => string {
  const given: [string, string | undefined][] = Object.entries(keys);
  return createRedactor(given.map(([name, key = ""]) => [key, `<${kebab(name)} key>`]));
}
