// What `serve` tells a person once it is ready. What it tells a program is a line of JSON.

import { ENDPOINTS } from "../../../contract/endpoints.ts";
import type { Key } from "../../../model/state.ts";
import type { Limit } from "../../../seeds/format/schema.ts";
import type { ScenarioSummary } from "../../../seeds/overlay/scenarios.ts";
import { shellWord } from "../../../shared/shell.ts";
import { formatTime } from "../../../shared/times.ts";
import type { RunningSandbox } from "../../../start.ts";
import { refusalOf } from "../../../world/keys.ts";
import { formatTable } from "../../terminal.ts";
import { formatCounts } from "./seed-counts.ts";

const SHOWN_KEYS = 12;
const SHOWN_SCENARIOS = 24;
const WIDTH = 100;
const INDENT = " ".repeat(13);

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
  const { scenarios, worlds } = running.sandbox;
  const { blueprint, clock } = worlds.default;
  const now = clock.now();
  const frozen = `  Clock      frozen at ${formatTime(now)}`;
  return [
    "",
    `  merchant-sandbox ${ready.version}, ready in ${ready.startupMs} ms`,
    "",
    `  API        ${ready.baseUrl}`,
    `  Hosted     ${ready.hostedUrl}`,
    `  Dashboard  ${ready.hostedUrl}/dashboard`,
    `  Seeds      ${seeds}: ${formatCounts(blueprint)}`,
    ...formatScenarios(scenarios, ready),
    ...(clock.frozen ? [frozen] : []),
    "",
    ...formatKeys([...worlds.default.state.keys.values()], now),
    ...formatTryIt(ready),
    "",
    "",
  ].join("\n");
}

/** Names the scenarios, as many to a line as fit. */
function formatScenarios(scenarios: readonly ScenarioSummary[], { baseUrl }: Ready): string[] {
  if (scenarios.length === 0) return [];
  const more = scenarios.length - SHOWN_SCENARIOS;
  const names = scenarios.slice(0, SHOWN_SCENARIOS).map(({ name }) => name);
  const words = more > 0 ? [...names, `and ${more} more`] : names;
  const lines = [""];
  for (const [index, shown] of words.entries()) {
    const word = index < words.length - 1 ? `${shown}, ` : shown;
    const line = lines.at(-1) + word;
    if (line.length + INDENT.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return [
    `  Worlds     ${baseUrl}/w/SCENARIO, where SCENARIO is one of`,
    ...lines.map((line) => INDENT + line.trimEnd()),
  ];
}

function formatKeys(keys: readonly Key[], now: number): string[] {
  if (keys.length === 0) return [];
  const rows = keys
    .slice(0, SHOWN_KEYS)
    .map((key) => [
      `    ${key.key}`,
      key.merchant.slug,
      key.scopes.join(" ") || "no scope",
      noteOn(key, now),
    ]);
  const more = keys.length > SHOWN_KEYS ? [`    … and ${keys.length - SHOWN_KEYS} more`] : [];
  return ["  Keys", ...formatTable(rows), ...more, ""];
}

function formatTryIt({ apiKey, baseUrl }: Ready): string[] {
  if (apiKey === "") {
    return ["  No active key has sandbox access and all scopes: add one to the seeds."];
  }
  return [
    "  Try it",
    `    curl -H ${shellWord(`Authorization: Bearer ${apiKey}`)} ${shellWord(`${baseUrl}${ENDPOINTS.ping.path}`)}`,
  ];
}

// Why: a key or an address may hold a single quote, which would end the shell's string.
function noteOn(key: Key, now: number): string {
  const { merchant, sandboxAccess, rateLimit } = key;
  const limit = rateLimit && describeLimit(rateLimit);
  const closed = sandboxAccess && merchant.sandboxAccess ? undefined : "no sandbox access";
  return refusalOf(key, now) ?? closed ?? limit ?? "";
}

function describeLimit(limit: Limit): string {
  if (limit === "off") return "no rate limit";
  return `${limit.capacity} requests, then ${limit.refillPerSecond}/s`;
}
