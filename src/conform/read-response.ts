// Reads the response of an untrusted server, with limits for its size after decompression, its values and its depth.

export interface ResponseLimits {
  /** The size of the body after decompression. */
  readonly mebibytes: number;
  /** The number of values in its JSON. */
  readonly values: number;
  /** The depth of nested lists and objects. */
  readonly depth: number;
}

const LIMITS: ResponseLimits = { mebibytes: 16, values: 100_000, depth: 100 };

/** A response that exceeds a limit. The message is the limit, to follow "more than". */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
}

export interface ResponseBody {
  readonly text: string;
  /** The text as JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

/** Reads a response. Rejects with `TooLargeError`, or with the error of `fetch` if it is incomplete. */
// Why: a few kilobytes can unpack to gigabytes, and megabytes of `{},` need as much when parsed.
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
  // Why: an HTML page is not JSON, so its commas are not counted.
  if (!/^\s*[[{"\w-]/.test(text)) return undefined;
  countValues(text, limits);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Counts the values of a JSON text before it is parsed. Throws `TooLargeError`. */
// Why: character by character, because regular expressions of some runtimes throw on texts of megabytes.
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
      throw new TooLargeError(`${limits.depth} levels of lists and objects`);
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
