// The description of the API as text, JSON or YAML. Whoever needs it imports this when asked, as what it
// takes is long to load.
import { type ApiDocumentOptions, createApiDocument } from "./openapi.ts";

export type OpenApiFormat = "json" | "yaml";

/** Formats the description of the API at an address, as a file of its own. */
export async function formatOpenApi(
  format: OpenApiFormat,
  options: ApiDocumentOptions = {},
): Promise<string> {
  const document = createApiDocument(options);
  if (format === "json") return `${JSON.stringify(document, null, 2)}\n`;
  const { stringify } = await import("yaml");
  // Why: readers of YAML 1.1, of which there are many, take a plain 2026-10-17 for a date.
  return stringify(document, { aliasDuplicateObjects: false, compat: "yaml-1.1", lineWidth: 100 });
}
