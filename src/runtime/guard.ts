// Makes requests the same on each runtime: there is one valid `Host`, the URL is valid, and the rest of a body is read
// within limits.
import { hasHost } from "../shared/hosts.ts";
import type { ListenOptions, Peer } from "./listener.ts";

type Fetch = ListenOptions["fetch"];
/** Makes a response that closes its connection. `silent` means that the client stopped sending. */
type Cut = (response: Response, silent: boolean) => Response | Promise<Response>;
type Read = () => Promise<{ done: boolean; value?: Uint8Array | undefined }>;

interface GuardOptions {
  readonly cut?: Cut;
  /** How long a long body may take to arrive. */
  readonly arrivalMs?: number | undefined;
}

/** The default time for a request to arrive. */
export const ARRIVAL_MS = 60_000;

// Why: the runtime itself reads unread bodies up to this size.
const SHORT_BODY_BYTES = 64 * 1024;
const MOST_DRAINED_BYTES = 16 * 1024 * 1024;
const MOST_DRAINING_MS = 2000;
const MOST_SILENCE_MS = 250;

const LOCAL = /^(?:127\.0\.0\.1|localhost)(?::\d{1,4}|:[1-5]\d{4})?$/;
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Wraps `fetch`: responds with 400 to an invalid or second `Host`, and reads a long body that `fetch` did not read
 * before it sends the response. If the body does not end, `cut` makes the response close the connection. The runtime
 * itself waits for short bodies.
 */
export function guard(fetch: Fetch, options: GuardOptions = {}): Fetch {
  const { cut = endingConnection, arrivalMs = ARRIVAL_MS } = options;
  const fetchLong: Fetch = (request, peer) => handleLong(request, peer, fetch, cut, arrivalMs);
  return function guarded(request, peer) {
    const sound = withSoundUrl(request);
    if (sound === undefined) return new Response(null, { status: 400 });
    return mayBeLong(sound) ? fetchLong(sound, peer) : fetch(sound, peer);
  };
}

/** Returns a request with a valid URL. Undefined if its `Host` is invalid. */
function withSoundUrl(request: Request): Request | undefined {
  const { url, headers } = request;
  // Runtime: two `Host` lines are one value here, with a comma, but the URL has only the first.
  const host = headers.get("host");
  // Why: nearly all requests are for this machine, and `canParse` is slower than `LOCAL`.
  if (host) return isLocal(url, host) || isSound(url, host) ? request : undefined;
  // Runtime: without a host the URL is only a path in Bun, and has the own host in Node and Deno.
  return url.startsWith("/") ? new Request(`http://localhost${url}`, request) : request;
}

const isLocal = (url: string, host: string) => LOCAL.test(host) && hasHost(url, host);
const isSound = (url: string, host: string) => HOST.test(host) && URL.canParse(url);

/** Calls `fetch`, and responds with 500 if it throws. */
async function handle(fetch: Fetch, request: Request, peer: Peer): Promise<Response> {
  try {
    return await fetch(request, peer);
  } catch {
    return new Response(null, { status: 500 });
  }
}

/** Makes a response close its connection. */
// Runtime: Bun and Node close it after a response with this header.
export function endingConnection(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set("connection", "close");
  return new Response(response.body, { status: response.status, headers });
}

/** Whether a request's body may be longer than the runtime reads by itself. */
export function mayBeLong({ headers }: Request): boolean {
  const length = headers.get("content-length");
  if (length === null) return headers.has("transfer-encoding");
  return Number(length) > SHORT_BODY_BYTES;
}

async function handleLong(
  request: Request,
  peer: Peer,
  fetch: Fetch,
  cut: Cut,
  arrivalMs: number,
): Promise<Response> {
  // Runtime: the body of a GET is not visible here, but the runtime reads it without a time limit.
  if (request.body === null) return cut(await handle(fetch, request, peer), false);
  const body = request.body.getReader();
  let ended = false;
  let late = false;
  let patience = arrivalMs;
  const read = async () => {
    const since = performance.now();
    const chunk = await within(Math.max(patience, 0), body.read());
    // Why: only the wait for data counts, because a delayed response reads its body late.
    patience -= performance.now() - since;
    late = chunk === undefined;
    if (chunk === undefined) throw new Error("the rest of the body did not come");
    ended ||= chunk.done;
    return chunk;
  };
  const response = await handle(fetch, withBody(request, read), peer);
  const silent = late || (await drain(read));
  return ended ? response : cut(response, silent);
}

// Why: the app gets a stream of its own, which it may cancel, lock or leave unread.
function withBody({ url, method, headers }: Request, read: Read): Request {
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await read();
    if (value !== undefined) controller.enqueue(value);
    if (done) controller.close();
  };
  const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
  // Runtime: Node requires `duplex` if a body is a stream, which the DOM types lack. The signal is left out, because
  // Deno prints a warning if it is read.
  const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
  return new Request(url, init);
}

/** Reads and drops the rest of a body, within limits. Returns whether the client stopped sending. */
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
    // The client has disconnected.
  } finally {
    clearTimeout(slowness);
  }
  return false;
}

/** Waits for a value. Returns undefined after the timeout. */
async function within<Value>(ms: number, value: Promise<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}
