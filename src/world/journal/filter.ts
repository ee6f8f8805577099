// Filters the requests of a journal, for the control API, the library and the dashboard's search.
import * as v from "valibot";
import { ENDPOINT_NAMES } from "../../contract/endpoints.ts";
import type { JournalEntry } from "./entry.ts";
import type { Exchange } from "./exchange.ts";
import { spanOf } from "./traffic.ts";

export const STATUS = "a status such as 401, 4xx or dropped";

/** A status, a class of statuses, or `dropped` for a closed connection. */
export const STATUS_PATTERN = /^(?:[1-5](?:\d\d|xx)|dropped)$/;

export const RequestFilterSchema = v.strictObject({
  endpoint: v.exactOptional(
    v.pipe(
      v.picklist(ENDPOINT_NAMES, `one of ${ENDPOINT_NAMES.join(", ")}`),
      v.description("Requests to this endpoint."),
    ),
  ),
  status: v.exactOptional(
    v.pipe(
      v.union(
        [
          v.pipe(v.number(), v.integer(STATUS), v.minValue(100, STATUS), v.maxValue(599, STATUS)),
          v.pipe(v.string(), v.regex(STATUS_PATTERN, STATUS)),
        ],
        STATUS,
      ),
      v.description("A status, a class such as `4xx`, or `dropped`."),
    ),
  ),
  method: v.exactOptional(
    v.pipe(v.string("a method"), v.description("Requests with this method, such as `POST`.")),
  ),
  key: v.exactOptional(
    v.pipe(v.string("a key"), v.description("Requests with this key, as `key` shows it.")),
  ),
  id: v.exactOptional(v.pipe(v.string("an id"), v.description("The request with this id."))),
  q: v.exactOptional(
    v.pipe(
      v.string("text"),
      v.description(
        "Requests that the dashboard's search finds: words, and terms such as `status:4xx`, " +
          "`key:mst_acme_full`, `endpoint:orders`, `method:POST`, `merchant:acme`, `id:req_…` and `at:09:00:05`. All must match.",
      ),
    ),
  ),
  since: v.exactOptional(
    v.pipe(
      v.string("the id of a request"),
      v.description(
        "Requests after the one with this id. All requests if that one has left the journal.",
      ),
    ),
  ),
});

/** The filter. Fields that are left out match all requests. */
export type RequestFilter = v.InferOutput<typeof RequestFilterSchema>;

type Test = (entry: JournalEntry, exchange?: Exchange) => boolean;

const FIELDS: Readonly<
  Record<string, (entry: JournalEntry, value: string, exchange?: Exchange) => boolean>
> = {
  at: (_entry, value, exchange) => exchange !== undefined && spanOf(exchange) === value,
  endpoint: ({ endpoint }, value) => endpoint === value,
  id: ({ id }, value) => id === value,
  key: ({ key }, value) => key === value,
  merchant: ({ merchant }, value) => merchant === value,
  method: ({ method }, value) => method === value.toUpperCase(),
  status: (entry, value) => stateOf(entry).startsWith(value.replace(/x+$/i, "")),
};

const stateOf = ({ status, dropped, ms }: JournalEntry) =>
  ms === null ? "waiting" : dropped ? "dropped" : `${status}`;

/** Creates the predicate of a filter, without `since`. Undefined if the filter matches all requests. */
export function predicateOf({ q = "", since, ...fields }: RequestFilter): Test | undefined {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const tests = [...given.map(([name, value]) => testOf(name, `${value}`)), ...testsOfSearch(q)];
  return tests.length === 0
    ? undefined
    : (entry, exchange) => tests.every((test) => test(entry, exchange));
}

const testOf =
  (name: string, value: string): Test =>
  (entry, exchange) =>
    FIELDS[name]?.(entry, value, exchange) ?? true;

// Why: while a term is being typed it has no value, and must not hide all requests.
function testsOfSearch(search: string): Test[] {
  const terms = search.match(/\S*"[^"]*"|\S+/g) ?? [];
  return terms.flatMap((term) => {
    const [, name = "", value = ""] = /^(\w+):(.*)$/s.exec(term.replaceAll('"', "")) ?? [];
    if (!Object.hasOwn(FIELDS, name)) return contains(term.replaceAll('"', "").toLowerCase());
    return value === "" ? [] : testOf(name, value);
  });
}

/** Whether a word is in the log line of a request or in its body. */
const contains =
  (word: string): Test =>
  ({ id, method, path, status, key, merchant, why, hints, request }) =>
    [id, method, path, `${status}`, key, merchant, why, ...hints, request.body].some((text) =>
      text?.toLowerCase().includes(word),
    );
