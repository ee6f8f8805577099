// Explains requests of the journal.
import * as v from "valibot";
import { findRequest } from "../../client/find-request.ts";
import { ENDPOINT_NAMES } from "../../contract/endpoints.ts";
import { optional } from "../../model/fields.ts";
import type { JournalEntry } from "../../world/journal/entry.ts";
import { explainEntry } from "../explain-entry.ts";
import { cutText, defineTool, sandboxOf, worldField } from "../tool.ts";

const SHOWN = 5;
const MOST_SHOWN = 50;
const MOST_TEXT = 2_000;

export const WHY_TOOL = defineTool({
  name: "why",
  title: "Explain why requests failed",
  description:
    "Explains requests that reached the merchant API, also those of your code and tests. Without fields: the last ones that failed. With `id`: one request with its headers and bodies.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: v.strictObject({
    world: worldField,
    id: optional(v.string(), "The id of a request, from X-Request-Id or `requestId` of an error."),
    status: optional(
      v.string(),
      "A status or class, as 403 or 4xx; 2xx for those that did not fail.",
    ),
    endpoint: optional(v.picklist(ENDPOINT_NAMES), "Only requests to this endpoint."),
    limit: optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_SHOWN)),
      `How many are shown. Default: ${SHOWN}.`,
    ),
  }),
  async run({ id, limit = SHOWN, world: named, ...filter }, context) {
    const { control, params } = await sandboxOf({ world: named }, context);
    const { world } = params;
    if (id !== undefined) return formatWhole(await findRequest(control, id, world), id);
    const input = { params, query: filter };
    const found = await control.call("GET /worlds/:world/requests", input);
    const wanted = filter.status === undefined ? found.filter(isFailed) : found;
    if (wanted.length === 0) {
      return `None of the ${found.length} requests to the world ${world} failed. Are they sent to its base URL? See worlds {"action":"show"}.`;
    }
    const shown = wanted.slice(-limit).flatMap((entry) => formatEntry(entry, world));
    const more = wanted.length - limit;
    const rest = more > 0 ? [`… ${more} earlier ones. Narrow them by status, endpoint or id.`] : [];
    return [...shown, ...rest].join("\n");
  },
});

const isFailed = ({ status, dropped, why }: JournalEntry) =>
  why !== null || dropped !== null || status === null || status >= 400;

function formatEntry(entry: JournalEntry, world: string): string[] {
  const { id, time, method, path, status, dropped, key } = entry;
  const outcome = dropped === null ? (status ?? "no response yet") : `closed ${dropped}`;
  const head = `${id} ${time} ${outcome} ${method} ${path} key ${key ?? "none"}`;
  return [head, ...explainEntry(entry, world).map((line) => `  ${line}`)];
}

function formatWhole(found: Awaited<ReturnType<typeof findRequest>>, id: string): string {
  if (found === undefined) {
    throw new Error(
      `There is no request ${JSON.stringify(id)} among the last 1,000 of each world. Leave \`id\` out to list the last ones of a world.`,
    );
  }
  const { entry, world } = found;
  const { request, response } = entry;
  return [
    ...formatEntry(entry, world),
    `request: ${cutText(JSON.stringify(request), MOST_TEXT)}`,
    `response: ${cutText(JSON.stringify(response), MOST_TEXT)}`,
  ].join("\n");
}
