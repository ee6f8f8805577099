// What a listener is, whichever runtime opens it.

/** Where to listen, and what answers. */
export interface ListenOptions {
  /** A name or an address of this machine; an IPv6 address stands without brackets. */
  readonly hostname: string;
  /** 0 takes any free port. */
  readonly port: number;
  /**
   * Answers one request, whose `url` always parses; the runtime answers a damaged `Host` with 400,
   * a throw with 500, and cuts the connection where the answer's body stream errors.
   */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** The same in plain values, for a runtime to which web objects are dear. */
  readonly answer?: ((request: PlainRequest) => PlainReply | Promise<PlainReply>) | undefined;
  /**
   * How long a request may take to arrive, head and body, before its connection is cut. Default:
   * 60 000. How long its answer takes, or goes on, is not limited.
   */
  readonly arrivalMs?: number | undefined;
}

/** What is asked of a request; a web `Request` is one. `body` is null where only all of it can be read. */
export interface PlainRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: PlainHeaders;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  text(): Promise<string>;
}

export interface PlainHeaders extends Iterable<[name: string, value: string]> {
  get(name: string): string | null;
  has(name: string): boolean;
}

export interface PlainAnswer {
  readonly status: number;
  /** Its own, to which a server may add. */
  readonly headers: Record<string, string>;
  /** Null where there is none. */
  readonly body: string | null;
}

/** An answer, or a response whose body is to break off. */
export type PlainReply = PlainAnswer | Response;

/** One open listener. */
export interface Listener {
  /** The hostname as it was asked for. */
  readonly hostname: string;
  /** The port that was bound, never 0. */
  readonly port: number;
  /**
   * Stops accepting, closes idle connections at once, lets what is in flight finish for at most
   * `graceMs` (default 5000, `Infinity` for as long as it takes, 0 or less for not at all), then cuts
   * it. A second call may shorten the grace of the first.
   */
  close(graceMs?: number): Promise<void>;
}
