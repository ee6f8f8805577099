// What a listener is, whichever runtime opens it.

/** Finds the address of the client that sent a request; undefined if it has left. */
export type Peer = () => string | undefined;

/** Where to listen, and what answers. */
export interface ListenOptions {
  /** A name or an address of this machine; an IPv6 address has no brackets. */
  readonly hostname: string;
  /** 0 takes any free port. */
  readonly port: number;
  /**
   * Answers one request, whose `url` always parses. The listener answers a damaged `Host` with 400 and
   * a throw with 500, and closes the connection where a response's body stream errors. What is returned
   * at once is no stream of events.
   */
  readonly fetch: (request: Request, peer: Peer) => Response | Promise<Response>;
  /** Whether the process is this program's own, so that its global objects may be replaced. */
  readonly ownsProcess?: boolean | undefined;
  /**
   * How long a request may take to arrive, head and body, before its connection is cut. Default:
   * 60 000. How long its answer takes, or goes on, is not limited.
   */
  readonly arrivalMs?: number | undefined;
}

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
