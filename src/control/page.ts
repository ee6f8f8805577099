// Long lists come in pages: an array, and in the header `Link` (RFC 8288) where the next page is.
import * as v from "valibot";
import { WorldError } from "../world/world-error.ts";

const MOST = 1_000;
const LIMIT = `a number from 1 to ${MOST}`;

export const PAGES =
  "Returns at most 1,000 entries, or `limit`. If there are more, the header `Link` has the address of the next page.";

/** The parameters that choose a page. */
export const PAGE_QUERY = {
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

interface PageQuery {
  readonly limit?: string | undefined;
  readonly after?: string | undefined;
}

/** Responds with one page of some items. Throws `WorldError` where the one to begin after is not there. */
export function respondWithPage<Item>(
  request: Request,
  { limit = `${MOST}`, after }: PageQuery,
  items: readonly Item[],
  nameOf: (item: Item) => string,
): Response {
  const before = after === undefined ? -1 : items.findIndex((item) => nameOf(item) === after);
  if (after !== undefined && before === -1) {
    const message = `There is no entry ${JSON.stringify(after)} to start after`;
    throw new WorldError("not-found", `${message}. Leave out \`after\` to list from the start.`);
  }
  const end = before + 1 + Number(limit);
  const page = items.slice(before + 1, end);
  const headers = new Headers({ "Content-Type": "application/json" });
  const last = page.at(-1);
  if (last !== undefined && end < items.length) {
    const next = new URL(request.url).searchParams;
    next.set("after", nameOf(last));
    // Why: relative to the address that was asked, which a proxy may have changed.
    headers.set("Link", `<?${next}>; rel="next"`);
  }
  return new Response(JSON.stringify(page), { headers });
}
