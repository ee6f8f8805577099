// Request ids: a counter behind a random start, unique within a process and unlikely to meet another's.

/** Makes a source of request ids like `req_k3x9a2f1_00001`. */
export function createRequestIds(): () => string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const start = `req_${random.toString(36).padStart(7, "0")}_`;
  let count = 0;
  return () => start + (++count).toString(36).padStart(5, "0");
}
