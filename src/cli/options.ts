// Reads flags. One table per command holds their names, values and help; each flag can also be set by an
// environment variable, and the flag wins.
import * as v from "valibot";
import { closestMatch } from "../shared/closest-match.ts";
import { isDenied } from "../shared/is-denied.ts";
import { parseDuration } from "../shared/times.ts";
import { formatTable, UsageError } from "./terminal.ts";

export interface Option {
  readonly help: string;
  /** The name of the value in the help. A switch has none. */
  readonly value?: string;
  /** Makes the schema that reads the value. Its message completes the sentence "… must be". */
  readonly schema?: () => v.GenericSchema<string, unknown>;
  /** The values that completion proposes. Default: those of the schema, if it is a picklist. */
  readonly choices?: readonly string[] | undefined;
  /** The value of the flag alone, if its value is optional. `--no-…` means `off`. */
  readonly alone?: string;
  /** Whether it may be repeated. The values are joined with commas. */
  readonly repeatable?: boolean;
  /** Whether messages leave out a wrong value, because it may hold a token or a key. */
  readonly secret?: boolean;
  /** The name of its environment variable, or `false` for none. Default: made from its own name. */
  readonly variable?: string | false;
}
export type OptionTable = Readonly<Record<string, Option>>;

export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends {
    readonly schema: () => v.GenericSchema<string, infer Value>;
  }
    ? Value | undefined
    : boolean;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a command's options. Throws `UsageError` on unknown options and operands. */
export function readOptions<Table extends OptionTable>(
  table: Table,
  args: readonly string[],
  env: Environment,
): OptionValues<Table> {
  const { options, operands } = readArguments(table, args, env);
  const [first] = operands;
  if (first === undefined) return options;
  throw new UsageError(`Unexpected argument ${JSON.stringify(first)}.`);
}

export interface Arguments<Table extends OptionTable> {
  readonly options: OptionValues<Table>;
  /** The arguments that are not options, in order; `-` is one of them. */
  readonly operands: readonly string[];
  /** The names of the options that are flags, and not variables. */
  readonly flags: readonly string[];
}

/** Reads a command's options and its operands. Throws `UsageError` on unknown options. */
export function readArguments<Table extends OptionTable>(
  table: Table,
  args: readonly string[],
  env: Environment,
): Arguments<Table> {
  const { flags, operands } = readFlags(table, args);
  const values = Object.entries(table).map(([name, option]) => {
    const flag = flags.get(name);
    const variable = variableOf([name, option]);
    const set = readVariable(variable, env);
    if (!takesValue(option)) return [name, flag !== undefined || readSwitch(variable, set)];
    if (flag !== undefined) return [name, readValue(`--${name}`, option, flag)];
    return [name, set && readValue(variable, option, set)];
  });
  return { options: Object.fromEntries(values), operands, flags: [...flags.keys()] };
}

/** Formats the options for `--help`. */
export function formatOptions(table: OptionTable): string[] {
  const rows = Object.entries(table).map(([name, option]) => [
    `  ${describeOption(name, option)}`,
    option.help,
  ]);
  return formatTable([
    ...rows,
    ["  --help, -h", "show this help"],
    ["  --version, -v", "show the version"],
  ]);
}

/** Formats a flag with its value, such as `--port N`. */
export function describeOption(name: string, { value, alone }: Option): string {
  if (value === undefined) return `--${name}`;
  return alone === undefined ? `--${name} ${value}` : `--${name}[=${value}]`;
}

const PREFIX = "MERCHANT_SANDBOX_";

/** The name of a flag's environment variable; empty if it has none. */
function variableOf([name, option]: readonly [string, Option]): string {
  return option.variable === undefined
    ? `${PREFIX}${name.toUpperCase().replaceAll("-", "_")}`
    : option.variable || "";
}

/** The names of the environment variables of the flags in a table. */
export function variablesOf(table: OptionTable): string[] {
  return Object.entries(table)
    .map(variableOf)
    .filter((name) => name !== "");
}

/** Finds environment variables that look like a typo of one in the table. */
export function findVariableTypos(table: OptionTable, env: Environment) {
  const variables = variablesOf(table).filter((name) => name.startsWith(PREFIX));
  const unknown = namesIn(env).filter(
    (name) => name.startsWith(PREFIX) && !variables.includes(name),
  );
  const short = variables.map((name) => name.slice(PREFIX.length));
  return unknown.flatMap((variable) => {
    const meant = closestMatch(variable.slice(PREFIX.length), short);
    return meant === undefined ? [] : [{ variable, meant: `${PREFIX}${meant}` }];
  });
}

function namesIn(env: Environment): readonly string[] {
  try {
    return Object.keys(env);
  } catch (error) {
    // Why: under Deno, permission for our variables does not include listing all variables.
    if (isDenied(error)) return [];
    throw error;
  }
}

// Why: if a service is called merchant-sandbox, Kubernetes sets MERCHANT_SANDBOX_PORT to its address in every
// pod. That is not a setting.
const SERVICE_LINK = /^(?:tcp|udp|sctp):\/\//;

function readVariable(name: string, env: Environment): string | undefined {
  const value = name === "" ? undefined : env[name];
  return value && !SERVICE_LINK.test(value) ? value : undefined;
}

function readFlags(table: OptionTable, args: readonly string[]) {
  const flags = new Map<string, string>();
  const operands: string[] = [];
  const words = args.values();
  for (const word of words) {
    if (word === "--") operands.push(...words);
    else if (word === "-" || !word.startsWith("-")) operands.push(word);
    else readFlag(word);
  }
  return { flags, operands };

  function readFlag(word: string): void {
    const { flag, given, inline } = splitFlag(word);
    const { name, option } = findOption(table, given, flag);
    const takesNext = inline === undefined && takesValue(option) && option.alone === undefined;
    const next = takesNext ? words.next().value : inline;
    const value = name === given ? next : "off";
    const checked = checkValue(flag, option, value, inline !== undefined);
    const earlier = option.repeatable ? flags.get(name) : undefined;
    flags.set(name, earlier === undefined ? checked : `${earlier},${checked}`);
  }
}

/** `--name=value` → the flag as it is written, its name, and the value. */
function splitFlag(word: string) {
  if (!word.startsWith("--")) return { flag: word.slice(0, 2), given: word.slice(1, 2) };
  const end = word.indexOf("=", 3);
  if (end < 0) return { flag: word, given: word.slice(2) };
  return { flag: word.slice(0, end), given: word.slice(2, end), inline: word.slice(end + 1) };
}

function findOption(table: OptionTable, name: string, flag: string) {
  const option = Object.hasOwn(table, name) ? table[name] : undefined;
  if (option !== undefined) return { name, option };
  const denied = name.replace(/^no-/, "");
  const deniable = denied !== name && Object.hasOwn(table, denied) ? table[denied] : undefined;
  if (deniable?.alone !== undefined) return { name: denied, option: deniable };
  const near = closestMatch(name, Object.keys(table));
  throw new UsageError(`Unknown flag ${flag}.${near ? ` Did you mean --${near}?` : ""}`);
}

function checkValue(flag: string, option: Option, value = "", inline = false): string {
  const isDenied = flag.startsWith("--no-") && value === "off";
  if (option.schema === undefined || isDenied) {
    if (inline) throw new UsageError(`${flag} takes no value.`);
    return value;
  }
  if (option.alone !== undefined && !inline) return option.alone;
  // Why: `--port --freeze` is a forgotten value, not a port called "--freeze"; -1 is a wrong one.
  if (value === "" || (!inline && /^-(?!\d)/.test(value))) {
    throw new UsageError(`${flag} needs a value. Usage: ${flag} ${option.value}`);
  }
  return value;
}

type ValueOption = Option & Required<Pick<Option, "schema">>;

const takesValue = (option: Option): option is ValueOption => option.schema !== undefined;

function readValue(source: string, { schema, secret }: ValueOption, text: string): unknown {
  const result = v.safeParse(schema(), text);
  if (result.success) return result.output;
  const [{ message }] = result.issues;
  throw secret
    ? new UsageError(`${source} must be ${message}.`)
    : wrongValue(source, message, text);
}

function readSwitch(variable: string, set: string | undefined): boolean {
  if (set === undefined || set === "0" || set === "false") return false;
  if (set === "1" || set === "true") return true;
  throw wrongValue(variable, "1, 0, true or false", set);
}

function wrongValue(source: string, expected: string, received: string): UsageError {
  return new UsageError(`${source} must be ${expected}, received ${JSON.stringify(received)}.`);
}

/** The schema of a value that is an HTTP address. */
export function addressValue(example = "http://127.0.0.1:4700") {
  const address = `a URL like ${example}`;
  return v.pipe(v.string(), v.url(address), v.regex(/^https?:\/\/[^\s/?#][^\s?#]*$/, address));
}

/** The schema of a value that is a duration; its output is in milliseconds. */
export const durationValue = () =>
  v.pipe(v.string(), v.transform(parseDuration), v.number("a duration like 10s or 1m30s"));
