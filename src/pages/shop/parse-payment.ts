// Parses the form of a checkout into a payment, or an error.
import * as v from "valibot";
import { readBodyBytes } from "../../world/read-body.ts";

export const MAX_QUANTITY = 10;
export const PAID = "PAID";

const MAX_BODY_BYTES = 64 * 1024;
const FORM = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

const DUPLICATE = null;
const INCOMPLETE = null;

const QUANTITY = `The quantity must be a whole number from 1 to ${MAX_QUANTITY}.`;

/** The fields that identify a form and its price. */
const HIDDEN = ["token", "price"];
const GET_FIRST = "GET this page first, and send its hidden fields.";

const STATE = "The state must have at most 100 characters.";

const PaymentSchema = v.strictObject({
  /** Identifies the form. */
  token: v.string(),
  /** The unit price that the form showed, in minor units, with its currency. */
  price: v.string(),
  quantity: v.pipe(v.string(QUANTITY), v.regex(/^(?:[1-9]|10)$/, QUANTITY), v.transform(Number)),
  /** The state of the new order. */
  state: v.pipe(
    v.exactOptional(v.string(), ""),
    v.trim(),
    v.maxLength(100, STATE),
    v.transform((state) => state || PAID),
  ),
  /** Set by the shopper's button, which ignores the state. */
  pay: v.exactOptional(v.literal(PAID)),
  /** Set if the card is to be declined. */
  card: v.exactOptional(v.literal("declined")),
});
export type Payment = v.InferOutput<typeof PaymentSchema>;

/** Why a form is not valid, with the status code of the response. */
export interface FormError {
  readonly status: 400 | 413 | 415 | 422;
  readonly text: string;
}

/** Reads the body of a form. */
export async function parsePayment(request: Request): Promise<Payment | FormError> {
  const type = request.headers.get("content-type") ?? "";
  if (!FORM.test(type)) {
    const received = type === "" ? "nothing" : type;
    return {
      status: 415,
      text: `Content-Type must be application/x-www-form-urlencoded. Received ${received}.`,
    };
  }
  const bytes = await readBodyBytes(request, MAX_BODY_BYTES).catch(() => INCOMPLETE);
  if (bytes === INCOMPLETE) return { status: 400, text: "The form is incomplete." };
  if (bytes === undefined) return { status: 413, text: "The form is longer than 64 KiB." };
  const result = v.safeParse(PaymentSchema, readFields(new TextDecoder().decode(bytes)));
  if (result.success) return { ...result.output, ...(result.output.pay && { state: PAID }) };
  const isHidden = result.issues.some((issue) => HIDDEN.includes(v.getDotPath(issue) ?? ""));
  const reasons = [...result.issues.map(explain), ...(isHidden ? [GET_FIRST] : [])];
  return { status: 422, text: [...new Set(reasons)].join(" ") };
}

/** The fields of a form by their names. A duplicate field is an error. */
function readFields(body: string): Record<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, value] of new URLSearchParams(body)) {
    fields.set(name, fields.has(name) ? DUPLICATE : value);
  }
  return Object.fromEntries(fields);
}

function explain(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? "";
  if (field === "quantity") return QUANTITY;
  if (issue.message === STATE) return STATE;
  const name = `The form field ${JSON.stringify(field)}`;
  if (issue.input === DUPLICATE) return `${name} was sent more than once.`;
  if (issue.input === undefined) return `${name} is missing.`;
  if (issue.type === "literal") return `${name} must be ${issue.expected}, or left out.`;
  return `${name} is unknown. The fields are ${Object.keys(PaymentSchema.entries).join(", ")}.`;
}
