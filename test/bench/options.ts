// The words behind `npm run bench --`: which parts, and how.
import { parseArgs } from "node:util";

const FLAGS = {
  quick: { type: "boolean", default: false },
  peers: { type: "boolean", default: false },
  out: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** Runs only where it is asked for, as it downloads what it measures. */
const PEERS = "peers";

export interface Options {
  readonly parts: readonly string[];
  readonly quick: boolean;
  /** The directory of the results, where it is not the usual one. */
  readonly out: string | undefined;
  readonly help: boolean;
}

/** What was asked for can't be understood. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Reads the arguments. Throws `UsageError`. */
export function readOptions(args: readonly string[], known: readonly string[]): Options {
  const { values, positionals } = parse(args);
  const unknown = positionals.find((part) => !known.includes(part));
  if (unknown !== undefined) {
    throw new UsageError(`there is no part ${unknown}, only ${known.join(", ")}`);
  }
  const { quick, out, help, peers } = values;
  const asked = positionals.length > 0 ? positionals : known.filter((part) => part !== PEERS);
  const wanted = peers ? [...asked, PEERS] : asked;
  return { parts: known.filter((part) => wanted.includes(part)), quick, out, help };
}

/** Formats the help. */
export function formatHelp(parts: readonly (readonly [name: string, summary: string])[]): string {
  return `Measures the sandbox against limits of the same run.

Usage: npm run bench -- [FLAGS] [PART…]

Parts, all but ${PEERS} where none is named
${parts.map(([name, summary]) => `  ${name.padEnd(10)}  ${summary}`).join("\n")}

Flags
  --quick     few and short measurements, in about a minute: for a glance, not for the record
  --peers     ${PEERS} too: downloads other tools into node_modules/.cache
  --out DIR   where the results go (test/bench/results; of a quick run, test/bench/results/quick)
  --help, -h  show this

Exit code: 0 measured, 1 something failed or is missing, 2 wrong usage. Targets that are not met are
marked, and fail nothing.
`;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
