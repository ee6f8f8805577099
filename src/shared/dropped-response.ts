// How a response that is dropped looks before a listener closes its connection.

/** What the API sends in place of a response that a fault drops. */
// Why: no body of the API has exactly one byte, so this one differs from responses that only close their connection.
export const DROPPED_HEADERS = { Connection: "close", "Content-Length": "1" } as const;

export function isDropped({ headers }: Response): boolean {
  return headers.get("connection") === "close" && headers.get("content-length") === "1";
}
