// The flags of `conform`, what each may be, and the target that they make. No message repeats a key.
import * as v from "valibot";
import type { Keys, Target } from "../conform/target.ts";
import { ENDPOINTS } from "../contract/endpoints.ts";
import { type OptionTable, type OptionValues, readArguments } from "./options.ts";
import { address, duration } from "./serve-options.ts";
import { type Terminal, UsageError } from "./terminal.ts";

export const REPORT_FORMATS = ["pretty", "tap", "junit", "json"] as const;

const key = v.pipe(v.string(), v.regex(/^[!-~]+$/, "visible ASCII characters without blanks"));
const keyOption = { value: "KEY", schema: key, secret: true } as const;

// Runtime: a timer of more than 24 days goes off at once.
const LONGEST_MS = 86_400_000;
const upToADay = v.pipe(duration, v.maxValue(LONGEST_MS, "a duration of at most 1d"));

const patterns = v.pipe(
  v.string(),
  v.transform((text) => text.split(",").map((part) => part.trim())),
  v.array(v.pipe(v.string(), v.nonEmpty("ids like ping-fields, or link-* for several"))),
);

export const CONFORM_OPTIONS = {
  "base-url": {
    value: "URL",
    schema: v.pipe(
      address,
      v.regex(/^https?:\/\/[^/@]*(?:\/|$)/, "an address without a user's name"),
    ),
    // Why: a key may have got there by a slip of the order.
    secret: true,
    help: "the server to check: what stands in front of /api/v1/integration",
  },
  key: { ...keyOption, help: "a key with all three scopes; every other key is optional" },
  "read-only-key": { ...keyOption, help: "a key of the same merchant: catalog:read, orders:read" },
  "links-only-key": { ...keyOption, help: "likewise: checkout:links alone" },
  "no-scope-key": { ...keyOption, help: "likewise: no scope" },
  "expired-key": { ...keyOption, help: "likewise: expired" },
  "revoked-key": { ...keyOption, help: "likewise: revoked" },
  "no-access-key": { ...keyOption, help: "likewise: without sandbox access" },
  "limited-key": { ...keyOption, help: "likewise: a small rate limit" },
  "other-merchant-key": { ...keyOption, help: "a key of another merchant, with all three scopes" },
  "allow-rate-limit": { help: "call with the limited key until it is refused, 200 times a check" },
  "hosted-url": { value: "URL", schema: address, help: "what checkout links must begin with" },
  "sandbox-choices": {
    help: "check too what this sandbox chose where the document is silent",
  },
  check: {
    value: "IDS",
    schema: patterns,
    repeatable: true,
    help: "run only these, like ping-fields,link-*; may be given again",
  },
  list: { help: "list the checks, and run none" },
  timeout: {
    value: "TIME",
    schema: v.pipe(upToADay, v.minValue(1, "a duration of at least 1ms")),
    help: "how long each request may take (10s)",
  },
  "max-wait": {
    value: "TIME",
    schema: upToADay,
    help: "how long a request may be held up by 429, which is waited out (2m)",
  },
  format: {
    value: "FORM",
    schema: v.picklist(REPORT_FORMATS, "pretty, tap, junit or json"),
    help: "the report on stdout: pretty, tap, junit or json (pretty)",
  },
} as const satisfies OptionTable;

export type ConformOptions = OptionValues<typeof CONFORM_OPTIONS>;

/** Reads the options of `conform`. Throws `UsageError`. */
export function readConformOptions(args: readonly string[], env: Terminal["env"]): ConformOptions {
  const { options, operands } = readArguments(CONFORM_OPTIONS, args, env);
  if (operands.length === 0) return options;
  throw new UsageError("unexpected argument, not shown as it may be a key: a flag goes before it");
}

/** Makes the target that options name. Throws `UsageError` where the address or the key is missing. */
export function targetOf(options: ConformOptions): Target & { readonly keys: Keys } {
  const { "base-url": baseUrl, "hosted-url": hostedUrl, key: full } = options;
  if (baseUrl === undefined) throw new UsageError("conform needs --base-url URL");
  if (full === undefined) throw new UsageError("conform needs --key KEY, or MERCHANT_SANDBOX_KEY");
  const prefix = ENDPOINTS.ping.path.replace("/ping", "");
  if (baseUrl.includes(prefix)) {
    throw new UsageError(`--base-url must end in front of ${prefix}, which every request adds`);
  }
  const keys = {
    full,
    readOnly: options["read-only-key"],
    linksOnly: options["links-only-key"],
    noScope: options["no-scope-key"],
    expired: options["expired-key"],
    revoked: options["revoked-key"],
    noAccess: options["no-access-key"],
    limited: options["limited-key"],
    otherMerchant: options["other-merchant-key"],
  };
  return { baseUrl, hostedUrl, keys };
}
