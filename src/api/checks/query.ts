// Check 8: the query. The specification defines no parameters (§4.2, §4.3).
import { type Call, hint } from "../call.ts";
import { invalidRequest } from "../errors.ts";
import { keyParameter } from "./key.ts";

/** Ignores the query, or throws `invalid_request` (400) where the settings ask for it. */
export function validateQuery(call: Call): void {
  const { query, world } = call;
  if (query === "") return;
  const names = [...new Set(new URLSearchParams(query).keys())];
  if (names.length === 0) return;
  const leaked = keyParameter(query, world);
  if (leaked !== undefined) {
    hint(call, `the query has a key in \`${leaked}\`, where logs and proxies can see it`);
  }
  if (world.settings.unknownQuery === "reject") {
    const issues = names.map((path) => ({ path, message: "Unknown query parameter." }));
    throw invalidRequest(issues, "Remove the query, or set `unknownQuery: ignore`.");
  }
  hint(call, `the query was ignored, because the API has no parameters: ${names.join(", ")}`);
}
