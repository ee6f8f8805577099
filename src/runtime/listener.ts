// The interface of a listener, which is the same on each runtime.

/** Finds the address of the client that sent a request; undefined if it has left. */
export type Peer = () => string | undefined;

/** The address to listen on, and the function that handles requests. */
export interface ListenOptions {
  /** A name or an address of this machine; an IPv6 address has no brackets. */
  readonly hostname: string;
  /** 0 takes any free port. */
  readonly port: number;
  /**
   * Handles one request, whose `url` is always valid. The listener itself responds with 400 to an invalid `Host`, and
   * with 500 if this throws. It closes the connection if the body stream of a response fails. A response that is
   * returned synchronously must not be an event stream.
   */
  readonly fetch: (request: Request, peer: Peer) => Response | Promise<Response>;
  /** Whether the process is this program's own, so that its global objects may be replaced. */
  readonly ownsProcess?: boolean | undefined;
  /**
   * How long the head and body of a request may take to arrive before the connection is closed. Default: 60,000. The
   * response has no time limit.
   */
  readonly arrivalMs?: number | undefined;
}

/** One open listener. */
export interface Listener {
  /** The hostname as it was given. */
  readonly hostname: string;
  /** The port that was bound, never 0. */
  readonly port: number;
  /**
   * Accepts no more connections, closes idle ones, waits at most `graceMs` for requests in flight, and then closes their
   * connections. Default: 5000. `Infinity` has no limit, and 0 or less does not wait. A second call can shorten the wait
   * of the first.
   */
  close(graceMs?: number): Promise<void>;
}
