// What the body of a 400 says of one thing that is wrong.
import * as v from "valibot";

/** One reason why a request is invalid; `path` is the field, a dotted path, or empty for the whole. */
export const IssueSchema = v.strictObject({
  path: v.pipe(v.string(), v.description("The field or parameter; empty for the whole.")),
  message: v.string(),
});
export type Issue = v.InferOutput<typeof IssueSchema>;
