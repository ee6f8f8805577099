// The text that `serve` prints when the sandbox is ready, and the warnings of `serve` and `exec`.
// Programs get a line of JSON instead.
import { ENDPOINTS } from "../../../contract/endpoints.ts";
import type { Key, Limit, State } from "../../../model/state.ts";
import { spellHost } from "../../../runtime/address.ts";
import { type Diagnostic, formatDiagnostics } from "../../../seeds/diagnostics/diagnostic.ts";
import type { ScenarioSummary } from "../../../seeds/overlay/scenarios.ts";
import type { SettingsOverrides } from "../../../seeds/resolve/settings.ts";
import { isLoopback } from "../../../shared/hosts.ts";
import { printable } from "../../../shared/printable.ts";
import { shellWord } from "../../../shared/shell.ts";
import { formatTime } from "../../../shared/times.ts";
import type { RunningSandbox } from "../../../start.ts";
import { rejectionOf } from "../../../world/keys.ts";
import type { World } from "../../../world/world.ts";
import { DEFAULT_SEEDS } from "../../seeds-option.ts";
import { formatCount, formatTable } from "../../terminal.ts";
import { OVERRIDING_FLAGS, type ServeOptions } from "./options.ts";
import type { LogForm } from "./request-log.ts";

const SHOWN_KEYS = 12;
const SHOWN_SCENARIOS = 24;
const WIDTH = 100;
const INDENT = " ".repeat(13);

/** The content of the ready file, and of the line on stdout if stderr is not a terminal. */
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

/** Formats the banner: addresses, seeds, keys, and a command to try. */
export function formatBanner(running: RunningSandbox, ready: Ready, seeds: string): string {
  const { scenarios, worlds } = running.sandbox;
  const { layer, clock } = worlds.default;
  const now = clock.now();
  const frozen = `  Clock      frozen at ${formatTime(now)}`;
  const lines = [
    "",
    `  merchant-sandbox ${ready.version}, ready in ${ready.startupMs} ms`,
    "",
    `  API        ${ready.baseUrl}`,
    `  Hosted     ${ready.hostedUrl}`,
    `  Dashboard  ${ready.hostedUrl}/dashboard`,
    `  Docs       ${ready.hostedUrl}/docs`,
    `  Seeds      ${seeds}: ${formatCounts(layer)}`,
    ...(running.kept ? [`  State      ${formatCount(running.kept.restored, "worlds")} kept`] : []),
    ...formatScenarios(scenarios, ready),
    ...(clock.frozen ? [frozen] : []),
    ...formatOverrides(layer.source.overrides),
    "",
    ...formatKeys(worlds.default),
    ...formatTryIt(ready),
    "",
    "",
  ];
  return lines.map(printable).join("\n");
}

/** Formats which flags override every scenario. */
function formatOverrides(overrides: SettingsOverrides): string[] {
  const flags = Object.entries(OVERRIDING_FLAGS)
    .filter(([setting]) => setting in overrides)
    .map(([, flag]) => `--${flag}`);
  if (flags.length === 0) return [];
  const verb = flags.length === 1 ? "overrides" : "override";
  return [`  Flags      ${flags.join(" and ")} ${verb} the seeds and every scenario`];
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

function formatKeys(world: World): string[] {
  const keys = [...world.state.keys.values()];
  if (keys.length === 0) return [];
  const rows = keys
    .slice(0, SHOWN_KEYS)
    .map((key) => [
      `    ${key.key}`,
      key.merchant.slug,
      key.scopes.join(" ") || "no scope",
      noteOn(key, world),
    ]);
  const more = keys.length > SHOWN_KEYS ? [`    … and ${keys.length - SHOWN_KEYS} more`] : [];
  return ["  Keys", ...formatTable(rows), ...more, ""];
}

function formatTryIt({ apiKey, baseUrl }: Ready): string[] {
  if (apiKey === "") {
    return ["  The seeds have no key. Add one to `keys`."];
  }
  return [
    "  Try it",
    `    curl -H ${shellWord(`Authorization: Bearer ${apiKey}`)} ${shellWord(`${baseUrl}${ENDPOINTS.ping.path}`)}`,
  ];
}

// Why: a key or an address may hold a single quote, which would end the shell's string.
function noteOn(key: Key, world: World): string {
  const { merchant, sandboxAccess, rateLimit } = key;
  const limit = rateLimit && describeLimit(rateLimit);
  const closed = sandboxAccess && merchant.sandboxAccess ? undefined : "no sandbox access";
  return rejectionOf(key, world) ?? closed ?? limit ?? "";
}

function describeLimit(limit: Limit): string {
  if (limit === "off") return "no rate limit";
  return `${limit.capacity} requests, then ${limit.refillPerSecond}/s`;
}

/** Formats a note that the embedded seeds are served by default, perhaps because of a wrong directory. */
export function formatSeedsNote(seeds: string | undefined, form: LogForm): string {
  if (seeds !== undefined) return "";
  const message = `Serving the embedded seeds, because there is no ./${DEFAULT_SEEDS} here. Use --seeds DIR to serve others.`;
  return `${form === "json" ? JSON.stringify({ event: "seeds", message }) : message}\n`;
}

/** Formats warnings: of the seeds, of files of --state that were not read, and of a host that is reachable from other machines. */
export function formatWarnings(
  seeds: readonly Diagnostic[],
  { host, "control-token": token }: Partial<Pick<ServeOptions, "host" | "control-token">>,
  form: LogForm = "pretty",
  kept?: RunningSandbox["kept"],
): string {
  const need =
    token === undefined
      ? " The control API is disabled. To enable it, set --control-token or MERCHANT_SANDBOX_CONTROL_TOKEN."
      : "";
  const open = `Other machines can reach ${host}.${need} To listen on this machine only, start without --host.`;
  const warnings = [
    ...(seeds.length > 0 ? [formatDiagnostics(seeds)] : []),
    ...(kept?.leftOut ?? []).map(
      ({ file, reason }) =>
        `merchant-sandbox: warning: The state file ${file} was left out, and not changed: ${reason}.`,
    ),
    ...(host === undefined || isLoopback(spellHost(host))
      ? []
      : [`merchant-sandbox: warning: ${open}`]),
  ];
  const format = (message: string) =>
    form === "json" ? JSON.stringify({ event: "warning", message }) : message;
  return warnings.map((message) => `${format(message)}\n`).join("");
}

/** Counts the entries of a state, like `3 merchants, 1 key, 16 products, 134 orders`. */
function formatCounts({ merchants, keys, products, orderCount }: State): string {
  return [
    formatCount(merchants.length, "merchants"),
    formatCount(keys.size, "keys"),
    formatCount(products.size, "products"),
    formatCount(orderCount, "orders"),
  ].join(", ");
}
