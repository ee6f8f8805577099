// Opens one HTTP listener over a fetch function, on whichever runtime this is. How each runtime does
// it lives beside this file; what is answered lives in the apps.
import type { Listener, ListenOptions } from "./listener.ts";

/** Why an address cannot be listened on. */
export type ListenErrorCode = "EADDRINUSE" | "EACCES" | "EADDRNOTAVAIL";

const REASONS: Readonly<Record<ListenErrorCode, string>> = {
  EADDRINUSE: "the port is taken",
  EACCES: "this user may not open the port",
  EADDRNOTAVAIL: "the host is not an address of this machine",
};

const USUAL_GRACE_MS = 5_000;
// Runtime: a timer of more milliseconds than this, some 24 days, ends at once, with a warning.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** An address can't be listened on; the message is the same on each runtime. */
export class ListenError extends Error {
  // Runtime: the bundler may call the class otherwise, and Node shows what it is called.
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
  // Runtime: an empty host means every interface to Bun and Node, which nobody asks for that way.
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
  // Runtime: of a name that leads nowhere Node says ENOTFOUND, Bun EINVAL, and Deno has no code; of what is
  // no name, as `[`, Bun says what it says of a wrong argument.
  const unknownName =
    code === "ENOTFOUND" ||
    code === "EINVAL" ||
    code === "EAI_AGAIN" ||
    /lookup address|invalid host|must have a hostname/.test(error.message);
  return unknownName ? "EADDRNOTAVAIL" : undefined;
}
