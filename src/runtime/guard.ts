// What is the same around the app on each runtime: there is one Host, the request's URL parses, and what a
// client sends beyond the response is read within bounds.
import type { ListenOptions, Peer } from "./listener.ts";

type Fetch = ListenOptions["fetch"];
/** Makes a response that ends its connection; `silent` means that the client stopped sending. */
type Cut = (response: Response, silent: boolean) => Response | Promise<Response>;
type Read = () => Promise<{ done: boolean; value?: Uint8Array | undefined }>;

interface GuardOptions {
  readonly cut?: Cut;
  /** How long a long body may take to arrive. */
  readonly arrivalMs?: number | undefined;
}

/** How long a request may take to arrive where nothing else is asked for. */
export const ARRIVAL_MS = 60_000;

// Why: bodies up to this size are left to the runtime, which reads them off by itself.
const SHORT_BODY_BYTES = 64 * 1024;
const MOST_DRAINED_BYTES = 16 * 1024 * 1024;
const MOST_DRAINING_MS = 2000;
const MOST_SILENCE_MS = 250;

const LOCAL = /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d{1,4}|:[1-5]\d{4})?\//;
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Wraps `fetch`: a damaged or a second `Host` is answered 400, and a long body that `fetch` leaves unread is
 * read before its response goes out. Where the body's end does not come, the response goes through
 * `cut`, which makes it end the connection. A short body is for the runtime to wait for.
 */
export function guard(fetch: Fetch, options: GuardOptions = {}): Fetch {
  const { cut = endingConnection, arrivalMs = ARRIVAL_MS } = options;
  return function guarded(request, peer) {
    const sound = withSoundUrl(request);
    if (sound === undefined) return new Response(null, { status: 400 });
    return mayBeLong(sound) ? answerLong(sound, peer, fetch, cut, arrivalMs) : fetch(sound, peer);
  };
}

/** Checks the host that a request was sent to; undefined where that is damaged. */
function withSoundUrl(request: Request): Request | undefined {
  const { url, headers } = request;
  // Runtime: two lines of `Host` are one value here, with a comma, while the URL is made of the first.
  const host = headers.get("host");
  // Why: nearly all requests are sent to this machine, and `canParse` takes longer than `LOCAL`.
  if (host) return HOST.test(host) && (LOCAL.test(url) || URL.canParse(url)) ? request : undefined;
  // Runtime: without a host Bun gives a bare path for a URL, Node and Deno put in their own.
  return url.startsWith("/") ? new Request(`http://localhost${url}`, request) : request;
}

/** Responds through `fetch`, and with 500 where it throws. */
async function answer(fetch: Fetch, request: Request, peer: Peer): Promise<Response> {
  try {
    return await fetch(request, peer);
  } catch {
    return new Response(null, { status: 500 });
  }
}

/** Makes a response the last on its connection. */
// Runtime: Bun and Node close it as soon as a response with this header is out.
export function endingConnection(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set("connection", "close");
  return new Response(response.body, { status: response.status, headers });
}

/** Whether a request's body may be longer than what is left to the runtime. */
export function mayBeLong({ headers }: Request): boolean {
  const length = headers.get("content-length");
  if (length === null) return headers.has("transfer-encoding");
  return Number(length) > SHORT_BODY_BYTES;
}

async function answerLong(
  request: Request,
  peer: Peer,
  fetch: Fetch,
  cut: Cut,
  arrivalMs: number,
): Promise<Response> {
  // Runtime: the body of a GET is hidden from us but read by the runtime, forever if necessary.
  if (request.body === null) return cut(await answer(fetch, request, peer), false);
  const body = request.body.getReader();
  let ended = false;
  let late = false;
  let patience = arrivalMs;
  const read = async () => {
    const since = performance.now();
    const chunk = await within(Math.max(patience, 0), body.read());
    // Why: only waiting counts, because a delayed response reads its body late.
    patience -= performance.now() - since;
    late = chunk === undefined;
    if (chunk === undefined) throw new Error("the rest of the body did not come");
    ended ||= chunk.done;
    return chunk;
  };
  const response = await answer(fetch, withBody(request, read), peer);
  const silent = late || (await drain(read));
  return ended ? response : cut(response, silent);
}

// Why: the app reads through a stream of ours, so that it may cancel, lock or leave its body.
function withBody({ url, method, headers }: Request, read: Read): Request {
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await read();
    if (value !== undefined) controller.enqueue(value);
    if (done) controller.close();
  };
  const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
  // Runtime: Node asks for `duplex` where a body is a stream; the DOM's types do not know it. The
  // signal is left out, as Deno prints a warning where it is touched.
  const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
  return new Request(url, init);
}

/** Reads off what a client goes on sending, within bounds. Returns whether it fell silent. */
async function drain(read: Read): Promise<boolean> {
  let slow = false;
  const slowness = setTimeout(() => {
    slow = true;
  }, MOST_DRAINING_MS);
  try {
    for (let bytes = 0; bytes <= MOST_DRAINED_BYTES && !slow; ) {
      const chunk = await within(MOST_SILENCE_MS, read());
      if (chunk === undefined) return true;
      if (chunk.done) break;
      bytes += chunk.value?.byteLength ?? 0;
    }
  } catch {
    // The client is gone, and nobody waits for the response.
  } finally {
    clearTimeout(slowness);
  }
  return false;
}

/** Waits for a value at most so long; undefined where it does not come. */
async function within<Value>(ms: number, value: Promise<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}
