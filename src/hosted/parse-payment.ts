// What a checkout's form sends → a payment, or what is wrong with it.
import * as v from "valibot";

export const MOST_PIECES = 10;
export const PAID = "PAID";

const FORM = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

const QUANTITY = `The quantity must be a whole number from 1 to ${MOST_PIECES}.`;

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
    v.transform((state) => state || PAID),
  ),
  /** What becomes of the card, if it is not charged. */
  card: v.exactOptional(v.literal("declined")),
});
export type Payment = v.InferOutput<typeof PaymentSchema>;

/** Why a form can't be read, and with which status it is refused. */
export interface Refusal {
  readonly status: 415 | 422;
  readonly text: string;
}

/** Reads the body of a form. */
export async function parsePayment(request: Request): Promise<Payment | Refusal> {
  const type = request.headers.get("content-type") ?? "";
  if (!FORM.test(type)) {
    const received = type === "" ? "no media type" : type;
    return { status: 415, text: `The form came as ${received}, not as browsers send it.` };
  }
  const fields = new URLSearchParams(await request.text());
  const names = [...new Set(fields.keys())];
  const result = v.safeParse(
    PaymentSchema,
    Object.fromEntries(names.map((name) => [name, one(name)])),
  );
  if (result.success) return result.output;
  return { status: 422, text: [...new Set(result.issues.map(explain))].join(" ") };

  // Why: of two fields of one name, none is the one that is meant.
  function one(name: string): unknown {
    const values = fields.getAll(name);
    return values.length === 1 ? values[0] : values;
  }
}

function explain(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? "";
  if (field === "quantity") return QUANTITY;
  return `The form's field ${JSON.stringify(field)} is missing, unknown, or there twice.`;
}
