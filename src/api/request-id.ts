// Request ids: a counter behind a random start, unique within a process and unlikely to meet another's.

const DIGITS = 36;
const ZEROS = "0000";

/** Makes a source of request ids like `req_k3x9a2f1_00001`. */
export function createRequestIds(): () => string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const start = `req_${random.toString(DIGITS).padStart(7, "0")}_`;
  let beginning = start + ZEROS;
  let count = 0;
  let longer = DIGITS;
  return () => {
    // Why: to pad every number would cost more than all the rest of this.
    if (++count === longer) {
      beginning = beginning.slice(0, Math.max(start.length, beginning.length - 1));
      longer *= DIGITS;
    }
    return beginning + count.toString(DIGITS);
  };
}
