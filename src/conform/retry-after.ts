// How long a server that answers 429 is to be left alone (RFC 9110 §10.2.3).

const LONGEST_GUESS_SECONDS = 10;

/** Tells the seconds to wait before the try of this number, from 0, is made again. */
// Contract: §8.2, a 429 may come at any time, and no header is promised with it.
export function secondsToWait(headers: Headers, tries: number): number {
  const text = headers.get("retry-after") ?? "";
  const told = /^\d+$/.test(text) ? Number(text) : secondsBetween(headers.get("date"), text);
  if (Number.isNaN(told)) return Math.min(2 ** tries, LONGEST_GUESS_SECONDS);
  return Math.max(1, Math.ceil(told));
}

/** Lets time pass. */
export function pass(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

// Why: both times are the server's, so that it doesn't matter what time it is here.
function secondsBetween(from: string | null, to: string): number {
  return (Date.parse(to) - Date.parse(from ?? "")) / 1000;
}
