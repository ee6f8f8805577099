// The body of an error, which the document does not show: this one is ours.
import * as v from "valibot";
import { ERRORS, type ErrorCode } from "./errors.ts";
import { IssueSchema } from "./issue.ts";

/** The error body under `errorBody: json`. */
export const ErrorBodySchema = v.pipe(
  v.strictObject({
    error: v.strictObject({
      code: v.pipe(
        v.picklist(Object.keys(ERRORS) as ErrorCode[]),
        v.metadata({ "x-sandbox-choice": "The document shows no error codes (§7)." }),
      ),
      message: v.pipe(v.string(), v.description("For people to read.")),
      requestId: v.pipe(v.string(), v.description("The same as in `X-Request-Id`.")),
      issues: v.exactOptional(
        v.pipe(v.array(IssueSchema), v.description("What is wrong; with 400 only.")),
      ),
    }),
  }),
  v.description("The sandbox's own error body: the API's document shows none."),
  v.metadata({
    "x-sandbox-choice":
      "The document shows no error body (§7): rely on the status alone. The setting `errorBody` gives " +
      "other bodies, or none, so that you can see whether your client does.",
  }),
);
export type ErrorBody = v.InferOutput<typeof ErrorBodySchema>;
