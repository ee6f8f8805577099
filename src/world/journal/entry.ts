// A request as the journal shows it: its schema, which parses nothing, and the type that is made of it.
import * as v from "valibot";
import { ENDPOINT_NAMES } from "../../contract/endpoints.ts";

const text = v.nullable(v.string());

export const JournalEntrySchema = v.pipe(
  v.strictObject({
    id: v.string(),
    time: v.pipe(v.string(), v.description("ISO 8601, on the world's clock.")),
    ms: v.pipe(
      v.nullable(v.number()),
      v.description("How long the response took, in milliseconds. Null until there is a response."),
    ),
    method: v.string(),
    path: v.pipe(v.string(), v.description("Without the world's prefix, with the query.")),
    endpoint: v.pipe(
      v.nullable(v.picklist(ENDPOINT_NAMES)),
      v.description("Null if the path is not an endpoint."),
    ),
    status: v.pipe(
      v.nullable(v.pipe(v.number(), v.integer())),
      v.description("Null until there is a response, and if none was sent."),
    ),
    dropped: v.pipe(
      v.nullable(v.picklist(["before", "midway"])),
      v.description(
        "Set if a fault closed the connection: before the response, or in the middle of it.",
      ),
    ),
    key: v.pipe(
      text,
      v.description(
        "Complete if it is a key of the world. Otherwise masked: its first four and last two characters.",
      ),
    ),
    merchant: v.pipe(text, v.description("The slug of the key's merchant.")),
    why: v.pipe(text, v.description("Why it was rejected, and how to fix it.")),
    hints: v.pipe(
      v.array(v.string()),
      v.description("Notes about a response that may be surprising."),
    ),
    request: v.strictObject({
      headers: v.record(v.string(), v.string()),
      body: v.pipe(text, v.description("Null if the API did not read it.")),
    }),
    response: v.strictObject({
      headers: v.pipe(
        v.record(v.string(), v.string()),
        v.description("Those that the sandbox sets. Empty if nothing was sent."),
      ),
      body: text,
    }),
  }),
  v.description("A request to the API and its response."),
);
export type JournalEntry = v.InferOutput<typeof JournalEntrySchema>;
