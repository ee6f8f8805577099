// Opens one HTTP listener over a fetch function, on whichever runtime this is. How each runtime does
// it lives beside this file; what is answered lives in the apps.

export interface ListenOptions {
  /** A name or an address; an IPv6 address without brackets. */
  readonly hostname: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly fetch: (request: Request) => Response | Promise<Response>;
}

export interface Listener {
  /** The hostname as it was asked for. */
  readonly hostname: string;
  /** The port that was bound. */
  readonly port: number;
  /**
   * Stops accepting, closes idle connections at once, lets what is in flight finish for at most
   * `graceMs` (default 5000), then cuts it.
   */
  close(graceMs?: number): Promise<void>;
}

export type ListenErrorCode = "EADDRINUSE" | "EACCES" | "EADDRNOTAVAIL";

const REASONS: Record<ListenErrorCode, string> = {
  EADDRINUSE: "the port is taken",
  EACCES: "this user may not open the port",
  EADDRNOTAVAIL: "the address is not one of this machine",
};

/** Says why an address could not be listened on, in the same words on each runtime. */
export class ListenError extends Error {
  readonly code: ListenErrorCode;
  readonly hostname: string;
  readonly port: number;

  constructor(code: ListenErrorCode, { hostname, port }: ListenOptions, cause?: unknown) {
    super(`cannot listen on ${hostname}, port ${port}: ${REASONS[code]}`, { cause });
    this.name = "ListenError";
    this.code = code;
    this.hostname = hostname;
    this.port = port;
  }
}

/** Listens on exactly the address given; rejects with a {@link ListenError} where it cannot. */
export async function listen(options: ListenOptions): Promise<Listener> {
  const runtime = await loadRuntime();
  return runtime.listen(options);
}

function loadRuntime(): Promise<{ listen(options: ListenOptions): Promise<Listener> | Listener }> {
  if ("Bun" in globalThis) return import("./bun.ts");
  if ("Deno" in globalThis) return import("./deno.ts");
  return import("./node.ts");
}
