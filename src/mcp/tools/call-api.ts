// Sends a request to the merchant API, and says why it failed.
import * as v from "valibot";
import { ENDPOINT_NAMES, ENDPOINTS } from "../../contract/endpoints.ts";
import { optional } from "../../model/fields.ts";
import { VERSION } from "../../version.ts";
import { explainEntry } from "../explain-entry.ts";
import { cutText, defineTool, sandboxOf, type ToolTarget, worldField } from "../tool.ts";

const SHOWN_ITEMS = 5;
const MOST_ITEMS = 50;
const MOST_TEXT = 4_000;
// Why: a fault may delay a response for hours.
const TIMEOUT_MS = 30_000;

export const CALL_API_TOOL = defineTool({
  name: "call_api",
  title: "Call the merchant API",
  description:
    "Sends one request to the merchant API of the sandbox. Returns the status, the body and, after an error, why it failed and what to do next. Charges nothing.",
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  input: v.strictObject({
    endpoint: v.picklist(ENDPOINT_NAMES),
    world: worldField,
    key: optional(v.string(), "The API key; empty sends none. Default: the world's default key."),
    body: optional(v.unknown(), 'The body of checkout-links, as {"productId":"UUID"}.'),
    limit: optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_ITEMS)),
      `How many items of a list are shown. Default: ${SHOWN_ITEMS}.`,
    ),
  }),
  async run({ endpoint, key, body, limit = SHOWN_ITEMS, ...input }, context) {
    const target = await sandboxOf(input, context);
    const { control, params } = target;
    const { method, path } = ENDPOINTS[endpoint];
    const { apiKey } = await control.call("GET /worlds/:world", { params });
    const token = key ?? apiKey;
    const headers = new Headers({ "User-Agent": `merchant-sandbox/${VERSION} mcp` });
    if (token !== "") headers.set("Authorization", `Bearer ${token}`);
    if (method === "POST") headers.set("Content-Type", "application/json");
    // Why: clients of agents often send an object as its JSON.
    const text = typeof body === "string" ? body : JSON.stringify(body ?? {});
    const init = { method, headers, body: method === "POST" ? text : null };
    const received = await exchange(target, params.world, path, init, limit);
    // Why: without a response, its id is unknown, and the newest request of the endpoint is probably it.
    const query = received.id === undefined ? { endpoint } : { id: received.id };
    const found = await control.call("GET /worlds/:world/requests", { params, query });
    const entry = found.at(-1);
    return [
      `${received.head}: ${method} ${path} in world ${params.world}, ${entry?.id ?? "not in the log"}`,
      ...(received.text === "" ? [] : [received.text]),
      ...(entry === undefined ? [] : explainEntry(entry, params.world)),
    ].join("\n");
  },
});

async function exchange(
  { send }: ToolTarget,
  world: string,
  path: string,
  init: RequestInit,
  limit: number,
) {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await send(world, path, { ...init, signal });
    const { status, headers } = response;
    const text = formatBody(await response.text(), limit);
    return { head: `${status}`, text, id: headers.get("x-request-id") ?? undefined };
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    const head = isLate ? `No response in ${TIMEOUT_MS / 1_000} s` : "The connection was closed";
    return { head, text: "", id: undefined };
  }
}

function formatBody(text: string, limit: number): string {
  const items = text.startsWith("[") ? v.safeParse(ListSchema, text) : undefined;
  if (!items?.success) return cutText(text, MOST_TEXT);
  const { length } = items.output;
  const shown = items.output.slice(0, limit).map((item) => JSON.stringify(item));
  const rest = length > limit ? `, the first ${limit} (\`limit\` shows more)` : "";
  return [`${length} items${rest}`, ...shown].join("\n");
}

const ListSchema = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));
