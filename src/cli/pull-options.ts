// The flags of `pull`, what each may be, and the server that they name. No message repeats a key.
import * as v from "valibot";
import { ENDPOINTS } from "../contract/endpoints.ts";
import type { Server } from "./ask-server.ts";
import { DEFAULT_SEEDS } from "./default-seeds.ts";
import { type OptionTable, readArguments } from "./options.ts";
import { address, duration } from "./serve-options.ts";
import { type Terminal, UsageError } from "./terminal.ts";

export const DEFAULT_TIMEOUT_MS = 10_000;
// Runtime: a timer of more than 24 days goes off at once.
const LONGEST_TIMEOUT_MS = 86_400_000;
const TIMEOUT = "a duration from 1ms to 1d";

export const PULL_OPTIONS = {
  "base-url": {
    value: "URL",
    schema: v.pipe(
      address,
      v.regex(/^https?:\/\/[^/@]*(?:\/|$)/, "an address without a user's name"),
    ),
    // Why: the key may have got there by a slip.
    secret: true,
    help: "the server to ask: what stands in front of /api/v1/integration",
  },
  key: {
    value: "KEY",
    schema: v.pipe(v.string(), v.regex(/^[!-~]+$/, "visible ASCII characters without blanks")),
    secret: true,
    help: "the key to ask with; catalog:read and orders:read let it read all",
  },
  out: { value: "DIR", schema: v.string(), help: "where to write the seeds (./sandbox-seeds)" },
  timeout: {
    value: "TIME",
    schema: v.pipe(duration, v.minValue(1, TIMEOUT), v.maxValue(LONGEST_TIMEOUT_MS, TIMEOUT)),
    help: "how long each request may take (10s)",
  },
} as const satisfies OptionTable;

export interface PullOptions {
  readonly server: Server;
  /** The directory to write to. */
  readonly path: string;
}

/** Reads the options of `pull`. Throws `UsageError`, also where the address or the key is missing. */
export function readPullOptions(args: readonly string[], env: Terminal["env"]): PullOptions {
  const { options, operands } = readArguments(PULL_OPTIONS, args, env);
  const { "base-url": url, key, out = DEFAULT_SEEDS, timeout = DEFAULT_TIMEOUT_MS } = options;
  if (operands.length > 0) {
    throw new UsageError(
      "unexpected argument, not shown as it may be a key: a flag goes before it",
    );
  }
  if (url === undefined) throw new UsageError("pull needs --base-url URL");
  if (key === undefined) throw new UsageError("pull needs --key KEY, or MERCHANT_SANDBOX_KEY");
  const prefix = ENDPOINTS.ping.path.replace("/ping", "");
  if (url.includes(prefix)) {
    throw new UsageError(`--base-url must end in front of ${prefix}, which every request adds`);
  }
  return { server: { baseUrl: url.replace(/\/+$/, ""), key, timeoutMs: timeout }, path: out };
}
