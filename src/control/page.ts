// Long lists come in pages: an array, and in the header `Link` (RFC 8288) where the next page is.
import * as v from "valibot";
import { WorldError } from "../world/world-error.ts";
import type { Operation } from "./operation.ts";

const MOST = 1_000;
const LIMIT = `a number from 1 to ${MOST}`;

export const PAGES =
  "Returns at most 1,000 entries, or `limit`. If there are more, the header `Link` has the address of the next page.";

/** The parameters that choose a page. */
const PAGE_QUERY = {
  limit: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(/^(?:[1-9]\d{0,2}|1000)$/, LIMIT),
      v.description("The maximum number of entries. Default: 1000."),
    ),
  ),
  after: v.exactOptional(
    v.pipe(v.string(), v.description("Start after the entry with this id, slug or key.")),
  ),
};

/** The schema of a query over HTTP. */
export function querySchemaOf({ query, pageBy }: Pick<Operation, "query" | "pageBy">) {
  return pageBy === undefined ? query : v.strictObject({ ...query?.entries, ...PAGE_QUERY });
}

/**
 * Responds with the page of a list that a request asks for; `pageBy` is the field that identifies an entry. Throws
 * `WorldError` where the entry to begin after is not there.
 */
export function respondWithPage(
  { url }: Request,
  pageBy: string,
  items: readonly object[],
): Response {
  const query = new URL(url).searchParams;
  const after = query.get("after");
  const nameOf = (item: object): unknown => Reflect.get(item, pageBy);
  const before = after === null ? -1 : items.findIndex((item) => nameOf(item) === after);
  if (after !== null && before === -1) {
    const message = `There is no entry ${JSON.stringify(after)} to start after`;
    throw new WorldError("not-found", `${message}. Leave out \`after\` to list from the start.`);
  }
  const end = before + 1 + Number(query.get("limit") ?? MOST);
  const page = items.slice(before + 1, end);
  const headers = new Headers({ "Content-Type": "application/json" });
  const last = page.at(-1);
  if (last !== undefined && end < items.length) {
    query.set("after", `${nameOf(last)}`);
    // Why: relative to the address that was asked, which a proxy may have changed.
    headers.set("Link", `<?${query}>; rel="next"`);
  }
  return new Response(JSON.stringify(page), { headers });
}
