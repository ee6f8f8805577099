// One input: bytes for one connection, and what must become of them.

/** Which of the two listeners it goes to. */
export type Listener = "api" | "hosted";

export interface Input {
  /** What kind of mischief it is, and a word on this one. */
  readonly kind: string;
  readonly what: string;
  readonly to: Listener;
  readonly bytes: Buffer;
  /**
   * The methods of the requests that it consists of, where they are sound HTTP: as many answers must come.
   * Undefined where it may be nothing of the kind: then a response, or the end of the connection.
   */
  readonly methods: readonly string[] | undefined;
  /** What each response must hold, where it must hold something. */
  readonly tells?: readonly (string | undefined)[];
  /** Texts in it that an HTML page must not repeat as they are. */
  readonly marks: readonly string[];
}

/** A request in its parts. */
export interface Base {
  readonly to: Listener;
  readonly method: string;
  /** What stands in the request line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export const HOST = "127.0.0.1:4700";
export const JSON_BODY = { "Content-Type": "application/json" };
export const FORM_BODY = {
  "Content-Type": "application/x-www-form-urlencoded",
  "Sec-Fetch-Site": "same-origin",
};

/** Writes a request as bytes; a `Content-Length` is added where there is a body. */
export function write({ method, target, headers, body }: Base): Buffer {
  const content = body === undefined ? undefined : Buffer.from(body);
  const framed = content && !("Transfer-Encoding" in headers || "Content-Length" in headers);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...("Host" in headers ? [] : [`Host: ${HOST}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(framed ? [`Content-Length: ${content.length}`] : []),
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return content ? Buffer.concat([head, content]) : head;
}

/** Makes an input of a request that is sound. */
export function sound(
  kind: string,
  what: string,
  base: Base,
  marks: readonly string[] = [],
): Input {
  return { kind, what, to: base.to, bytes: write(base), methods: [base.method], marks };
}

/** Makes an input of bytes that may be anything. */
export function unsound(kind: string, what: string, to: Listener, bytes: Buffer | string): Input {
  const raw = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
  return { kind, what, to, bytes: raw, methods: undefined, marks: [] };
}
