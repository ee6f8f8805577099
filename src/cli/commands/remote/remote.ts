// What the commands that talk to a running sandbox have in common: its address, the token, the world, and how results
// and errors are printed.
import * as v from "valibot";
import { readControlUrl } from "../../../client/connect.ts";
import { type ControlClient, createControlClient } from "../../../client/control.ts";
import { ControlError } from "../../../client/errors.ts";
import { explainFetch } from "../../../conform/explain-fetch.ts";
import { createFetch } from "../../../runtime/fetch.ts";
import { lazy } from "../../../shared/lazy.ts";
import { printable, printableJson } from "../../../shared/printable.ts";
import { InvalidChangeError } from "../../../world/invalid-change.ts";
import { InvalidInputError } from "../../../world/invalid-input.ts";
import { WorldError } from "../../../world/world-error.ts";
import type { Command, CommandRow } from "../../command.ts";
import { type CommandCall, defineCommand, type OperandSchemas } from "../../define-command.ts";
import { addressValue, type OptionTable, type OptionValues, variablesOf } from "../../options.ts";
import { warnOfProxy } from "../../server-options.ts";
import { CommandError, formatTable, type Terminal } from "../../terminal.ts";

export const DEFAULT_URL = "http://127.0.0.1:4701";

const text = () => v.string();

export const CONNECTION = {
  "control-url": {
    value: "URL",
    schema: () => addressValue(DEFAULT_URL),
    variable: "SANDBOX_CONTROL_URL",
    help: `the address of the sandbox (default: ${DEFAULT_URL})`,
  },
  "control-token": {
    value: "TOKEN",
    schema: text,
    secret: true,
    variable: "SANDBOX_CONTROL_TOKEN",
    help: "the control token of the sandbox, or the secret of the world",
  },
  json: { variable: false, help: "print JSON, as the control API returns it" },
} as const satisfies OptionTable;

export const WORLD_OPTION = {
  world: {
    value: "NAME",
    schema: text,
    variable: "SANDBOX_WORLD",
    help: "the world (default: default)",
  },
} as const satisfies OptionTable;

/** What a command knows when it runs: the sandbox, the world and the operands. */
export interface WorldCall {
  readonly client: ControlClient;
  readonly world: string;
  readonly operands: readonly string[];
}

interface RemoteCall<Table extends OptionTable> extends WorldCall {
  readonly options: OptionValues<Table & typeof CONNECTION>;
  readonly terminal: Terminal;
}

/** What a command prints: the result for programs, and its lines for people. */
interface Printed {
  readonly json: unknown;
  readonly lines: readonly string[];
}

interface Definition<Table extends OptionTable> {
  readonly operands?: OperandSchemas;
  readonly options?: Table;
  readonly notes?: readonly string[];
  /** Returns what to print, or the exit code if it has printed. */
  run(call: RemoteCall<Table>): Promise<Printed | number>;
}

/** Defines a command about the sandbox. */
export function remote<const Table extends OptionTable = Record<never, never>>({
  operands,
  run,
  ...definition
}: Definition<Table>): Command {
  const options = { ...((definition.options ?? {}) as Table), ...CONNECTION };
  const variables = variablesOf(options).join(", ");
  return defineCommand<Table & typeof CONNECTION>({
    ...(operands && { operands }),
    options,
    notes: [
      ...(definition.notes ?? []),
      `Variables: ${variables}. Flags override them.`,
      "Exit code: 0 done, 1 the sandbox rejects it or does not run, 2 wrong usage.",
    ],
    run: (call) => runRemote(run, call),
  });
}

/** Defines a command about a world. */
export function inWorld<const Table extends OptionTable = Record<never, never>>(
  definition: Omit<Definition<Table & typeof WORLD_OPTION>, "options"> & {
    readonly options?: Table;
  },
): Command {
  const options = { ...((definition.options ?? {}) as Table), ...WORLD_OPTION };
  return remote<Table & typeof WORLD_OPTION>({ ...definition, options });
}

/** Makes a command one of a group. */
export function verb(summary: string, command: Command): CommandRow {
  return { summary, load: async () => command };
}

async function runRemote<Table extends OptionTable>(
  run: Definition<Table>["run"],
  { options, operands, terminal }: CommandCall<Table & typeof CONNECTION>,
): Promise<string | number> {
  const {
    "control-url": address,
    "control-token": token,
    json,
  }: OptionValues<typeof CONNECTION> = options;
  const { world }: Readonly<Record<string, unknown>> = options;
  const url = readControlUrl(address ?? DEFAULT_URL);
  warnOfProxy(url, terminal);
  const client = checkFirst(createControlClient(url, { token, fetch: createFetch(terminal.env) }));
  try {
    const printed = await run({
      client,
      world: typeof world === "string" ? world : "default",
      options,
      operands,
      terminal,
    });
    if (typeof printed === "number") return printed;
    return json ? formatJson(printed.json) : printed.lines.map((line) => `${line}\n`).join("");
  } catch (error) {
    throw explain(error, url, token);
  }
}

/** Checks before the first call that there is a sandbox. */
// Why: another program may respond to any path, and its responses have none of the fields that are printed.
function checkFirst(client: ControlClient): ControlClient {
  const check = lazy(() => client.call("GET /health"));
  return {
    url: client.url,
    call: async (address, input) => {
      await check();
      return client.call(address, input);
    },
    open: async (address, input, signal) => {
      await check();
      return client.open(address, input, signal);
    },
  };
}

/** Formats a result for programs; nothing where the control API sends none. */
export function formatJson(result: unknown): string {
  return result === undefined ? "" : `${printableJson(result)}\n`;
}

/** Formats rows below their headings; a cell without a value is empty. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
): string[] {
  return formatTable([
    headings,
    ...rows.map((row) => row.map((cell) => printable(`${cell ?? ""}`))),
  ]);
}

/** Formats values next to their names, without those that are missing. */
export function list(values: Readonly<Record<string, string | null | undefined>>): string[] {
  const rows = Object.entries(values).filter(([, value]) => value);
  return formatTable(rows.map(([name, value]) => [name, printable(value ?? "")]));
}

/** Puts the errors of the client in the words of the command line; anything else stays as it is. */
function explain(error: unknown, url: string, token: string | undefined): unknown {
  if (error instanceof ControlError && error.status === undefined) {
    const fix =
      "Start one with merchant-sandbox, or name another with --control-url or SANDBOX_CONTROL_URL.";
    return new CommandError(`No sandbox runs at ${url}: ${explainFetch(error.cause)}.\n  ${fix}`);
  }
  if (error instanceof ControlError && error.status === 401) {
    const fix = "Pass the token with --control-token, or set SANDBOX_CONTROL_TOKEN.";
    const problem = token === undefined ? "requires a token" : "rejects the token";
    return new CommandError(`The sandbox at ${url} ${problem}.\n  ${fix}`);
  }
  const known = [ControlError, InvalidChangeError, InvalidInputError, WorldError];
  return error instanceof Error && known.some((kind) => error instanceof kind)
    ? new CommandError(error.message)
    : error;
}
