// The changes to a request before it is sent again.
import * as v from "valibot";

const PATH = "a path, such as /api/v1/integration/orders?page=2";

/** What to change in a request before it is sent again. */
export const RequestChangeSchema = v.strictObject({
  method: v.exactOptional(
    v.pipe(v.string(), v.regex(/^[!#$%&'*+.^_`|~\dA-Za-z-]{1,64}$/, "a method, such as GET")),
  ),
  path: v.exactOptional(
    v.pipe(
      v.string(PATH),
      v.regex(/^\/[!-~]*$/, PATH),
      v.description("Without the world's prefix, with the query."),
    ),
  ),
  headers: v.exactOptional(
    v.pipe(
      v.record(v.string(), v.nullable(v.string())),
      v.description("Headers to set. Null removes one. The others stay."),
    ),
  ),
  body: v.exactOptional(v.pipe(v.nullable(v.string()), v.description("Null for no body."))),
});
export type RequestChange = v.InferOutput<typeof RequestChangeSchema>;
