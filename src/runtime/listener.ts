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
}

/** One open listener. */
export interface Listener {
  /** The hostname as it was asked for. */
  readonly hostname: string;
  /** The port that was bound, never 0. */
  readonly port: number;
  /**
   * Stops accepting, closes idle connections at once, lets what is in flight finish for at most
   * `graceMs` (default 5000), then cuts it. A second call may shorten the grace of the first.
   */
  close(graceMs?: number): Promise<void>;
}
