// The flags of `pull`, what each may be, and the server that they name. No message repeats a key.
import * as v from "valibot";
import { DEFAULT_SEEDS } from "../../default-seeds.ts";
import { type OptionTable, readArguments } from "../../options.ts";
import {
  BASE_URL_OPTION,
  KEY_OPTION,
  refuseOperands,
  requireServer,
  TIMEOUT_OPTION,
} from "../../server-options.ts";
import type { Terminal } from "../../terminal.ts";
import type { Server } from "./client.ts";

export const DEFAULT_TIMEOUT_MS = 10_000;

export const PULL_OPTIONS = {
  "base-url": {
    ...BASE_URL_OPTION,
    help: "the server to ask: what stands in front of /api/v1/integration",
  },
  key: {
    ...KEY_OPTION,
    help: "the key to ask with; catalog:read and orders:read let it read all",
  },
  out: {
    value: "DIR",
    schema: () => v.string(),
    help: "where to write the seeds (./sandbox-seeds)",
  },
  timeout: TIMEOUT_OPTION,
} as const satisfies OptionTable;

export interface PullOptions {
  readonly server: Server;
  /** The directory to write to. */
  readonly path: string;
}

/** Reads the options of `pull`. Throws `UsageError`, also where the address or the key is missing. */
export function readPullOptions(args: readonly string[], env: Terminal["env"]): PullOptions {
  const { options, operands } = readArguments(PULL_OPTIONS, args, env);
  const { out = DEFAULT_SEEDS, timeout = DEFAULT_TIMEOUT_MS } = options;
  refuseOperands(operands);
  const { baseUrl, key } = requireServer("pull", options);
  return { server: { baseUrl: baseUrl.replace(/\/+$/, ""), key, timeoutMs: timeout }, path: out };
}
