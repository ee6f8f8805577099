// Parses the form of a checkout: a payment, or the error.
import * as v from "valibot";
import { readBodyBytes } from "../../world/read-body.ts";

export const MOST_PIECES = 10;
export const PAID = "PAID";

const MOST_BODY_BYTES = 64 * 1024;
const FORM = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

const TWICE = null;
const BROKEN = null;

const QUANTITY = `The quantity must be a whole number from 1 to ${MOST_PIECES}.`;

const STATE = "A state has 100 letters at most.";

const PaymentSchema = v.strictObject({
  /** Which form it is. */
  token: v.string(),
  /** The price of one, in minor units and its currency, that the form showed. */
  price: v.string(),
  quantity: v.pipe(v.string(QUANTITY), v.regex(/^(?:[1-9]|10)$/, QUANTITY), v.transform(Number)),
  /** The state of the order that is made. */
  state: v.pipe(
    v.exactOptional(v.string(), ""),
    v.trim(),
    v.maxLength(100, STATE),
    v.transform((state) => state || PAID),
  ),
  /** There where the shopper's own button was pressed, to which the state is nothing. */
  pay: v.exactOptional(v.literal(PAID)),
  /** What becomes of the card, if it is not charged. */
  card: v.exactOptional(v.literal("declined")),
});
export type Payment = v.InferOutput<typeof PaymentSchema>;

/** Why a form can't be read, and with which status it is refused. */
export interface FormError {
  readonly status: 400 | 413 | 415 | 422;
  readonly text: string;
}

/** Reads the body of a form. */
export async function parsePayment(request: Request): Promise<Payment | FormError> {
  const type = request.headers.get("content-type") ?? "";
  if (!FORM.test(type)) {
    const received = type === "" ? "no media type" : type;
    return { status: 415, text: `The form came as ${received}, not as browsers send it.` };
  }
  const bytes = await readBodyBytes(request, MOST_BODY_BYTES).catch(() => BROKEN);
  if (bytes === BROKEN) return { status: 400, text: "The form broke off." };
  if (bytes === undefined) return { status: 413, text: "The form was too long." };
  const result = v.safeParse(PaymentSchema, readFields(new TextDecoder().decode(bytes)));
  if (result.success) return { ...result.output, ...(result.output.pay && { state: PAID }) };
  return { status: 422, text: [...new Set(result.issues.map(explain))].join(" ") };
}

/** The fields of a form by their names; of two with one name, none is the one that is meant. */
function readFields(body: string): Record<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, value] of new URLSearchParams(body)) {
    fields.set(name, fields.has(name) ? TWICE : value);
  }
  return Object.fromEntries(fields);
}

function explain(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? "";
  if (field === "quantity") return QUANTITY;
  if (issue.message === STATE) return STATE;
  return `The form's field ${JSON.stringify(field)} is missing, unknown, or there twice.`;
}
