// Opens an HTTP listener for a fetch function, on the current runtime. bun.ts, node.ts and deno.ts have the details.
import type { Listener, ListenOptions } from "./listener.ts";

/** Why an address cannot be listened on. */
export type ListenErrorCode = "EADDRINUSE" | "EACCES" | "EADDRNOTAVAIL";

const REASONS: Readonly<Record<ListenErrorCode, string>> = {
  EADDRINUSE: "the port is taken; use another one, or 0 for any free port",
  EACCES: "this user may not open the port",
  EADDRNOTAVAIL: "the host is not an address of this machine",
};

const USUAL_GRACE_MS = 5_000;
// Runtime: a longer timer (about 24 days) fires at once, with a warning.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The listener cannot listen on an address. The message is the same on each runtime. */
export class ListenError extends Error {
  // Runtime: a bundler may rename the class, and Node shows its name.
  static override readonly name = "ListenError";
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
  // Runtime: for Bun and Node an empty host means every interface, which is hardly intended.
  if (hostname === "") throw new ListenError("EADDRNOTAVAIL", hostname, port);
  const listenHere = await loadRuntime();
  try {
    const listener = await listenHere(options);
    return {
      ...listener,
      close: (graceMs = USUAL_GRACE_MS) =>
        listener.close(graceMs > 0 ? Math.min(graceMs, LONGEST_TIMER_MS) : 0),
    };
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
  // Runtime: for an unknown name the code is ENOTFOUND on Node, EINVAL on Bun, and missing on Deno. For an invalid name
  // such as `[`, Bun reports an invalid argument.
  const unknownName =
    code === "ENOTFOUND" ||
    code === "EINVAL" ||
    code === "EAI_AGAIN" ||
    /lookup address|invalid host|must have a hostname/.test(error.message);
  return unknownName ? "EADDRNOTAVAIL" : undefined;
}
