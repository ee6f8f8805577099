// The answers on one connection, read out of its bytes.

export interface Answer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** As bytes, one a character. */
  readonly body: string;
}

interface Read {
  readonly answers: readonly Answer[];
  /** What is no whole response, or none yet. */
  readonly rest: string;
}

/**
 * Reads answers to requests of these methods, one for each; what more there is counts as answers to GETs.
 * `ended` tells that nothing more comes, which ends a body of untold length.
 */
export function readAnswers(text: string, methods: readonly string[], ended: boolean): Read {
  const answers: Answer[] = [];
  let rest = text;
  for (;;) {
    const read = readAnswer(rest, methods[answers.length] === "HEAD", ended);
    if (read === undefined) return { answers, rest };
    rest = rest.slice(read.length);
    // Why: a provisional response is none.
    if (read.response.status >= 200 || read.response.status === 101) answers.push(read.response);
  }
}

function readAnswer(text: string, bodiless: boolean, ended: boolean) {
  const end = text.indexOf("\r\n\r\n");
  const [, status] = /^HTTP\/1\.[01] (\d{3})(?: |\r)/.exec(text) ?? [];
  if (end < 0 || status === undefined) return undefined;
  const headers = new Map(
    text
      .slice(0, end)
      .split("\r\n")
      .slice(1)
      .map((line): [string, string] => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
  );
  const response = { status: Number(status), headers };
  const head = end + 4;
  const none =
    bodiless || response.status < 200 || response.status === 204 || response.status === 304;
  if (none) return { response: { ...response, body: "" }, length: head };
  // Why: such a response has no end; that it began is all that is waited for.
  if (headers.get("content-type") === "text/event-stream") {
    return { response: { ...response, body: text.slice(head) }, length: text.length };
  }
  if (headers.get("transfer-encoding") === "chunked") return readChunks(text, head, response);
  const length = headers.get("content-length");
  if (length === undefined && !ended) return undefined;
  const body = text.slice(head, length === undefined ? undefined : head + Number(length));
  if (length !== undefined && body.length < Number(length)) return undefined;
  return { response: { ...response, body }, length: head + body.length };
}

function readChunks(text: string, from: number, response: Omit<Answer, "body">) {
  let body = "";
  for (let at = from; ; ) {
    const line = text.indexOf("\r\n", at);
    const size = Number.parseInt(text.slice(at, line), 16);
    if (line < 0 || Number.isNaN(size)) return undefined;
    const next = line + 2 + size + 2;
    if (text.length < next) return undefined;
    body += text.slice(line + 2, line + 2 + size);
    if (size === 0) return { response: { ...response, body }, length: next };
    at = next;
  }
}
