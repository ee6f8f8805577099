// Reads the response of a server that is not trusted: up to a size after unpacking, a number of values and a depth.

export interface ResponseLimits {
  /** Bytes of the body, as they are once it is unpacked. */
  readonly mebibytes: number;
  /** Values in its JSON. */
  readonly values: number;
  /** Lists and objects within each other. */
  readonly depth: number;
}

const LIMITS: ResponseLimits = { mebibytes: 16, values: 100_000, depth: 100 };

/** A response that is more than is read. The message names the limit, to continue "more than". */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
}

export interface ResponseBody {
  readonly text: string;
  /** The text as JSON, undefined where it is none. */
  readonly json: unknown;
}

/** Reads a response. Rejects with `TooLargeError`, and with the error of `fetch` where it breaks off. */
// Why: a few kilobytes unpack to gigabytes, and megabytes of `{},` parse to as much.
export async function readResponse(
  { body }: Response,
  limits: ResponseLimits = LIMITS,
): Promise<ResponseBody> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > limits.mebibytes * 2 ** 20) throw new TooLargeError(`${limits.mebibytes} MiB`);
    text += decoder.decode(chunk, { stream: true });
  }
  text += decoder.decode();
  return { text, json: parseJson(text, limits) };
}

function parseJson(text: string, limits: ResponseLimits): unknown {
  // Why: a page of HTML is not JSON, and its commas don't count.
  if (!/^\s*[[{"\w-]/.test(text)) return undefined;
  countValues(text, limits);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Counts the values of a JSON text, before they take memory. Throws `TooLargeError`. */
// Why: character by character, as regular expressions of some runtimes throw on texts of megabytes.
function countValues(text: string, limits: ResponseLimits): void {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const mark = text[at];
    if (mark === '"') at = endOfString(text, at);
    else if (mark === ",") values++;
    else if (mark === "[" || mark === "{") [values, depth] = [values + 1, depth + 1];
    else if (mark === "]" || mark === "}") depth--;
    if (values > limits.values) throw new TooLargeError(`${limits.values} values`);
    if (depth > limits.depth)
      throw new TooLargeError(`${limits.depth} lists and objects within each other`);
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
