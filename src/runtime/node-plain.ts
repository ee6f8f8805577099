// Requests and answers on Node in plain values: the way of nearly every request, for to Node web objects
// are dearer than all the rest. What is unusual goes the long way, which node.ts knows.
import type { IncomingMessage, ServerResponse } from "node:http";
import type {
  ListenOptions,
  PlainAnswer,
  PlainHeaders,
  PlainReply,
  PlainRequest,
} from "./listener.ts";
import { send } from "./node-send.ts";

type Answer = NonNullable<ListenOptions["answer"]>;

// Why: these are hosts and paths of which no URL parser would make others, or none.
const HOST =
  /^(?:127\.0\.0\.1|(?:[a-z\d]+(?:-[a-z\d]+)*\.)*[a-z][a-z\d]*(?:-[a-z\d]+)*)(?::(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}))?$/i;
const TARGET = /^\/[\w/-]*(?:\?[\w&=.~%+-]*)?$/;

// Why: what is longer may have to be read off, or cut, once it is answered.
const SHORT_BODY_BYTES = 64 * 1024;

/** Reads a request in plain values; undefined where it is unusual. */
export function readPlain(incoming: IncomingMessage): PlainRequest | undefined {
  const { method = "", url = "", rawHeaders } = incoming;
  if (!TARGET.test(url)) return undefined;
  const headers = createHeaders(rawHeaders);
  const host = headers.get("host");
  if (host === null || !HOST.test(host) || headers.has("transfer-encoding")) return undefined;
  const length = Number(headers.get("content-length"));
  if (length > SHORT_BODY_BYTES) return undefined;
  // Why: at once, for the answer may wait, and Node forgets what came from a client that left meanwhile.
  const body = length > 0 ? readAll(incoming) : undefined;
  body?.catch(() => {});
  return {
    method,
    url: `http://${host}${url}`,
    headers,
    body: null,
    text: () => body ?? Promise.resolve(""),
  };
}

/** Answers a request, 500 where it throws or rejects. */
export function answerPlain(answer: Answer, request: PlainRequest, outgoing: ServerResponse): void {
  try {
    const reply = answer(request);
    if (reply instanceof Promise) reply.then((made) => write(made, outgoing)).catch(fail);
    else write(reply, outgoing);
  } catch {
    fail();
  }

  function fail(): void {
    write(new Response(null, { status: 500 }), outgoing);
  }
}

function write(answer: PlainReply, outgoing: ServerResponse): void {
  if (answer instanceof Response) void send(answer, outgoing);
  else writeWhole(answer, outgoing);
}

function writeWhole({ status, headers, body }: PlainAnswer, outgoing: ServerResponse): void {
  if (body !== null) headers["Content-Length"] = `${Buffer.byteLength(body)}`;
  outgoing.writeHead(status, headers).end(body);
}

/** Headers as Node lists them, names and values by turns; it is searched, for it is short. */
interface ListedHeaders extends PlainHeaders {
  readonly list: readonly string[];
}

// Why: functions that all of them share, for to make three for each request costs a few percent.
function createHeaders(list: readonly string[]): ListedHeaders {
  return { list, has, get, [Symbol.iterator]: iterate };
}

function has(this: ListedHeaders, name: string): boolean {
  return find(this.list, name.toLowerCase(), 0) < this.list.length;
}

function get(this: ListedHeaders, name: string): string | null {
  const { list } = this;
  const sought = name.toLowerCase();
  let at = find(list, sought, 0);
  let value = list[at + 1];
  if (value === undefined) return null;
  // Why: one that is sent twice counts as one with both values, to web objects.
  for (at = find(list, sought, at + 2); at < list.length; at = find(list, sought, at + 2)) {
    value += `, ${list[at + 1]}`;
  }
  return value;
}

function* iterate(this: ListedHeaders): Generator<[name: string, value: string]> {
  const { list } = this;
  for (let at = 0; at < list.length; at += 2) yield [list[at] ?? "", list[at + 1] ?? ""];
}

function find(list: readonly string[], sought: string, from: number): number {
  let at = from;
  while (at < list.length && !isSame(list[at] ?? "", sought)) at += 2;
  return at;
}

const isSame = (name: string, sought: string) =>
  name.length === sought.length && name.toLowerCase() === sought;

function readAll(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    // Runtime: a client that goes away is an error to whoever listens for one.
    if (incoming.errored) reject(incoming.errored);
    incoming.on("error", reject);
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => resolve(toText(chunks)));
  });
}

function toText(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  return (first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks)).toString();
}
