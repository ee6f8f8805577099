// `mcp`: the sandbox as tools for coding agents, over stdin and stdout.
import { readControlUrl } from "../../client/connect.ts";
import { type ControlClient, createControlClient } from "../../client/control.ts";
import { serveStdio } from "../../mcp/stdio.ts";
import { explainWrongToken, type ToolContext, type ToolTarget } from "../../mcp/tool.ts";
import { createFetch } from "../../runtime/fetch.ts";
import { leadsInto } from "../../runtime/files.ts";
import { lazy } from "../../shared/lazy.ts";
import { type RunningSandbox, startSandbox } from "../../start.ts";
import { type CommandCall, defineCommand } from "../define-command.ts";
import type { OptionTable, OptionValues } from "../options.ts";
import { findSeeds, SEEDS_OPTION } from "../seeds-option.ts";
import { EXIT, type Terminal } from "../terminal.ts";
import { readFileSets } from "./check/file-sets.ts";
import { CONNECTION, DEFAULT_URL, WORLD_OPTION } from "./remote/remote.ts";

const PROBE_MS = 2_000;

const TOKEN_HELP =
  "The sandbox rejects the token, or received none. Set SANDBOX_CONTROL_TOKEN for `merchant-sandbox mcp` to its control token. The secret of a world opens only that world: name it in SANDBOX_WORLD.";

const OPTIONS = {
  "control-url": {
    ...CONNECTION["control-url"],
    help: "use the sandbox at this address (default: see below)",
  },
  "control-token": CONNECTION["control-token"],
  ...WORLD_OPTION,
  seeds: { ...SEEDS_OPTION, help: "start a sandbox with these seeds, whatever runs already" },
} as const satisfies OptionTable;

export const MCP = defineCommand({
  options: OPTIONS,
  notes: [
    "Clients of the Model Context Protocol start it. A running sandbox has their settings at",
    `${DEFAULT_URL}/docs/guide/agents.`,
    `Without an address, it uses ${DEFAULT_URL}. If no sandbox runs there, the first call`,
    "starts one on free ports, with ./sandbox-seeds or the embedded seeds. It stops with the client.",
    "Exit code: 0 stopped, 2 wrong usage.",
  ],
  run: runMcp,
});

/** Runs `mcp`. Returns 0 when the client closes stdin, or stops it. */
async function runMcp({ options: given, terminal }: CommandCall<typeof OPTIONS>): Promise<number> {
  const { seeds: named, world, ...options } = given;
  const fetch = createFetch(terminal.env);
  let own: RunningSandbox | undefined;
  const context: ToolContext = {
    target: lazy(async () => {
      const control = named === undefined ? await findControl(options, terminal) : undefined;
      if (control !== undefined) return createTarget(control, fetch);
      const seeds = await findSeeds(named);
      own = await startSandbox({ port: 0, seeds, watch: true });
      const note = `note: this session started the sandbox, with ${seeds ?? "the embedded seeds"}. It stops with the session.`;
      return { ...createTarget(createControlClient(own.controlUrl, { fetch }), fetch), note };
    }),
    world,
    readSeeds: (seeds) => readSeeds(seeds, named),
    fetch,
  };
  const stopped = new Promise<number>((resolve) => {
    terminal.onStop(() => resolve(EXIT.ok));
  });
  const ended = serveStdio(terminal.stdin(), terminal.stdout, context).then(() => EXIT.ok);
  const code = await Promise.race([ended, stopped]);
  await own?.close(0);
  return code;
}

type Fetch = ReturnType<typeof createFetch>;

/** Finds the sandbox that is named, or that runs on the usual port. */
async function findControl(
  { "control-url": url, "control-token": token }: Partial<OptionValues<typeof OPTIONS>>,
  { env }: Pick<Terminal, "env">,
): Promise<ControlClient | undefined> {
  const control = createControlClient(readControlUrl(url ?? DEFAULT_URL), {
    token,
    fetch: explainWrongToken(createFetch(env), TOKEN_HELP),
  });
  if (url !== undefined) {
    await control.call("GET /health");
    return control;
  }
  // Why: another program may have the port, and never respond.
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PROBE_MS));
  const health = await Promise.race([control.call("GET /health").catch(() => undefined), late]);
  return health && control;
}

function createTarget(control: ControlClient, fetch: Fetch): ToolTarget {
  return {
    control,
    async send(world, path, init) {
      const { baseUrl } = await control.call("GET /worlds/:world", { params: { world } });
      return fetch(`${baseUrl}${path}`, init);
    },
  };
}

/** Reads seeds as `check` does, but no file outside the working directory. */
async function readSeeds(given: { path: string } | { text: string }, named: string | undefined) {
  if ("text" in given) {
    return readFileSets(["-"], async () => new TextEncoder().encode(given.text), named);
  }
  const path = JSON.stringify(given.path);
  const isInside = await leadsInto(".", given.path).catch(() => {
    throw new Error(`There is no file or directory ${path}.`);
  });
  if (!isInside) throw new Error(`${path} is not below the working directory.`);
  return readFileSets([given.path], async () => new Uint8Array(), named);
}
