// Request ids: a counter behind a random start, unique within a process and unlikely to meet another's.

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";
const BASE = DIGITS.length;

/** Makes a source of request ids like `req_k3x9a2f_00001`. */
export function createRequestIds(): () => string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const start = `req_${random.toString(BASE).padStart(7, "0")}_`;
  let beginning = `${start}0000`;
  let count = 0;
  return () => {
    const digit = ++count % BASE;
    // Why: to write all of every number would cost more than all the rest of this.
    if (digit === 0) beginning = start + (count / BASE).toString(BASE).padStart(4, "0");
    return beginning + DIGITS[digit];
  };
}
