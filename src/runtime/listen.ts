// Opens one HTTP listener over a fetch function, on whichever runtime this is. How each runtime does
// it lives beside this file; what is answered lives in the apps.

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

/** Why an address cannot be listened on. */
export type ListenErrorCode = "EADDRINUSE" | "EACCES" | "EADDRNOTAVAIL";

const REASONS: Readonly<Record<ListenErrorCode, string>> = {
  EADDRINUSE: "the port is taken",
  EACCES: "this user may not open the port",
  EADDRNOTAVAIL: "the host is not an address of this machine",
};

/** The refusal to listen on an address, in the same words on each runtime. */
export class ListenError extends Error {
  readonly code: ListenErrorCode;
  readonly hostname: string;
  readonly port: number;

  constructor(code: ListenErrorCode, hostname: string, port: number, cause?: unknown) {
    super(`Cannot listen on host ${hostname}, port ${port}: ${REASONS[code]}.`, { cause });
    this.name = "ListenError";
    this.code = code;
    this.hostname = hostname;
    this.port = port;
  }
}

/** Listens on exactly the address given, or rejects with a `ListenError`. */
export async function listen(options: ListenOptions): Promise<Listener> {
  const { hostname, port } = options;
  // Runtime: an empty host means every interface to Bun and Node, which nobody asks for that way.
  if (hostname === "") throw new ListenError("EADDRNOTAVAIL", hostname, port);
  const listenHere = await loadRuntime();
  try {
    return await listenHere(options);
  } catch (error) {
    const code = codeOf(error);
    throw code === undefined ? error : new ListenError(code, hostname, port, error);
  }
}

async function loadRuntime(): Promise<(options: ListenOptions) => Listener | Promise<Listener>> {
  if ("Bun" in globalThis) return (await import("./bun.ts")).listenOnBun;
  if ("Deno" in globalThis) return (await import("./deno.ts")).listenOnDeno;
  return (await import("./node.ts")).listenOnNode;
}

function codeOf(error: unknown): ListenErrorCode | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE" || code === "EACCES" || code === "EADDRNOTAVAIL") return code;
  // Runtime: of a name that leads nowhere Node says ENOTFOUND, Bun EINVAL, and Deno has no code.
  const unknownName =
    code === undefined
      ? /lookup address|invalid host/.test(error.message)
      : code === "ENOTFOUND" || code === "EINVAL" || code === "EAI_AGAIN";
  return unknownName ? "EADDRNOTAVAIL" : undefined;
}
