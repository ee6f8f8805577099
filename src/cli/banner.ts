// What `serve` says once it is ready: a banner for a person, one line of JSON for a program.

import type { Key } from "../seeds/blueprint.ts";
import { formatInstant } from "../seeds/times.ts";
import type { RunningSandbox } from "../start.ts";
import { refusalOf } from "../world/keys.ts";
import { formatTable } from "./terminal.ts";

const SHOWN_KEYS = 12;

/** The content of the ready file, and stdout's line where no person reads along. */
export interface Ready {
  readonly event: "ready";
  readonly version: string;
  readonly baseUrl: string;
  readonly hostedUrl: string;
  readonly controlUrl: string;
  readonly apiKey: string;
  readonly merchantId: string;
  readonly pid: number;
  readonly startupMs: number;
}

/** Formats the banner: addresses, seeds, keys, and a line to paste. */
export function formatBanner(running: RunningSandbox, ready: Ready, seeds: string): string {
  const { counts, worlds } = running.sandbox;
  const total = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  const now = worlds.default.clock.now();
  const keys = [...worlds.default.keys()];
  const rows = keys
    .slice(0, SHOWN_KEYS)
    .map((key) => [
      `    ${key.key}`,
      key.merchant.slug,
      key.scopes.join(" ") || "no scope",
      noteOn(key, now),
    ]);
  const more = keys.length > SHOWN_KEYS ? [`    … and ${keys.length - SHOWN_KEYS} more`] : [];
  const clock = worlds.default.clock.frozen
    ? [`  Clock   frozen at ${formatInstant({ ms: now, fraction: "" })}`]
    : [];
  return [
    "",
    `  merchant-sandbox ${ready.version}, ready in ${ready.startupMs} ms`,
    "",
    `  API     ${ready.baseUrl}`,
    `  Hosted  ${ready.hostedUrl}`,
    `  Seeds   ${seeds}: ${total.join(", ")}`,
    ...clock,
    "",
    "  Keys",
    ...formatTable(rows),
    ...more,
    "",
    ...formatTryIt(ready),
  ].join("\n");
}

function formatTryIt({ apiKey, baseUrl }: Ready): string[] {
  if (apiKey === "") return ["  No active key holds all scopes: add one to the seeds.", ""];
  return [
    "  Try it",
    `    curl -H 'Authorization: Bearer ${quoted(apiKey)}' '${baseUrl}/api/v1/integration/orders'`,
    "",
  ];
}

// Why: a key may hold a single quote, which would end the shell's string.
const quoted = (text: string) => text.replaceAll("'", "'\\''");

function noteOn(key: Key, now: number): string {
  const { merchant, sandboxAccess, rateLimit } = key;
  const limit = rateLimit && `${rateLimit.capacity} requests, then ${rateLimit.refillPerSecond}/s`;
  const closed = sandboxAccess && merchant.sandboxAccess ? undefined : "no sandbox access";
  return refusalOf(key, now) ?? closed ?? limit ?? "";
}
