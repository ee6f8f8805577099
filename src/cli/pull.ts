// `pull`: writes seeds from what a running server answers, once a sandbox of these seeds was asked and has
// answered the same. The key that it asks with goes to that server and nowhere else.
import * as v from "valibot";
import { createMask } from "../conform/mask.ts";
import { ENDPOINTS } from "../contract/endpoints.ts";
import { InvalidSeedsError } from "../sandbox.ts";
import { type Adopted, adoptAnswers } from "../seeds/adopt-answers.ts";
import type { SeedFile } from "../seeds/diagnostic.ts";
import { isSeedFile } from "../seeds/file-names.ts";
import { createFromFiles } from "../start.ts";
import { AnswerError, askServer, type Server } from "./ask-server.ts";
import type { Command } from "./command.ts";
import { DEFAULT_SEEDS } from "./default-seeds.ts";
import { mendOfProxy } from "./explain-fetch.ts";
import { findDifferences, leavesOf } from "./leaves.ts";
import { type OptionTable, readArguments } from "./options.ts";
import { explainDifferences, explainLeftOut, formatPulled } from "./pull-report.ts";
import { expectFree, writeSeeds } from "./seeds-directory.ts";
import { address, duration } from "./serve-options.ts";
import { CommandError, EXIT, type Terminal, UsageError } from "./terminal.ts";

const DEFAULT_TIMEOUT_MS = 10_000;
// Runtime: a timer of more than 24 days goes off at once.
const LONGEST_TIMEOUT_MS = 86_400_000;
const TIMEOUT = "a duration from 1ms to 1d";

const OPTIONS = {
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

export const PULL: Command = {
  name: "pull",
  summary: "Write seeds from what a running server, the real one too, answers",
  options: OPTIONS,
  notes: [
    "It asks for ping, products and orders, and changes nothing there. What it makes of the answers is",
    "written once a sandbox of it has answered the same. The key goes to that server alone: it is in no",
    "file and no message, and the seeds have another one in its place.",
    "Nothing is overwritten: where DIR holds seeds already, nothing is asked.",
    "Each flag has an environment variable, which no list of processes shows: --key is",
    "MERCHANT_SANDBOX_KEY. A flag wins.",
    "Exit code: 0 written, and all answers are the same, 1 not so, 2 wrong usage.",
  ],
  run: runPull,
};

/** Runs `pull`. Throws `UsageError`, and `CommandError` where not all could be pulled. */
async function runPull(args: readonly string[], terminal: Terminal): Promise<number> {
  const { server, path } = readPullArguments(args, terminal.env);
  const mask = createMask({ full: server.key });
  const onWait = (seconds: number) =>
    terminal.stderr(`The server answers 429: waiting ${seconds} s, as it asks.\n`);
  try {
    await pull({ ...server, onWait }, path, (text) => terminal.stdout(mask(text)));
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommandError) throw new CommandError(mask(error.message));
    if (!(error instanceof AnswerError)) throw error;
    const message = `can't pull from ${server.baseUrl}: ${error.message}\n  ${error.mend}`;
    throw new CommandError(mask(message) + mendOfProxy(terminal.env));
  }
}

async function pull(server: Server, path: string, say: (text: string) => void): Promise<void> {
  // Why: every run of the program loads this file, and few of them a writer of YAML.
  const { PULLED_PATHS, writePulled } = await import("../seeds/write-pulled.ts");
  const directory = { path, retry: "merchant-sandbox pull --out DIR" };
  await expectFree(directory, PULLED_PATHS);

  const answered = await askServer(server);
  expectNoKey(answered, server.key);
  const adopted = adoptAnswers(answered);
  const key = makeUpKey(adopted, server.key);
  const files = await writePulled(adopted, key);
  await expectSame(adopted, files, key);
  await writeSeeds(directory, files);

  say(formatPulled({ baseUrl: server.baseUrl, path, key, adopted, files }));
  if (adopted.leftOut.length > 0) throw new CommandError(explainLeftOut(adopted.leftOut));
}

function readPullArguments(args: readonly string[], env: Terminal["env"]) {
  const { options, operands } = readArguments(OPTIONS, args, env);
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
  const server: Server = { baseUrl: url.replace(/\/+$/, ""), key, timeoutMs: timeout };
  return { server, path: out };
}

/** Throws where a server repeats the key in what is to be written. */
function expectNoKey(answered: unknown, key: string): void {
  const mask = createMask({ full: key });
  const repeats = (value: unknown) => mask(String(value)) !== String(value);
  const [echo] = leavesOf(answered).find(([, value]) => repeats(value)) ?? [];
  if (echo === undefined) return;
  throw new AnswerError(
    `it repeats the key in ${echo}, and seeds are no place for that`,
    "Whoever runs the server should know: a key is not to be told to anybody.",
  );
}

/** The same for a merchant each time, so that what names it stays right when seeds are pulled anew. */
function makeUpKey({ answers }: Adopted, real: string): string {
  const id = answers.ping.merchantId.slice(0, 8);
  const usual = `mst_pulled_${id}`;
  return usual.includes(real) ? `sandbox_key_${id}` : usual;
}

/** Throws where a sandbox of these files answers otherwise than it should. */
async function expectSame(
  { answers }: Adopted,
  files: readonly SeedFile[],
  key: string,
): Promise<void> {
  const seeds = files.filter(({ path }) => isSeedFile(path));
  const { api } = await createFromFiles(seeds).catch((error) => {
    if (!(error instanceof InvalidSeedsError)) throw error;
    throw new CommandError(
      `seeds can't hold what the server answers; nothing was written\n\n${error.message}`,
    );
  });
  const ours = await askServer({
    baseUrl: "http://sandbox",
    key,
    timeoutMs: DEFAULT_TIMEOUT_MS,
    fetch: (url, init) => api.fetch(new Request(url, init)),
  });
  const differences = findDifferences(answers, ours);
  if (differences.length === 0) return;
  throw new CommandError(explainDifferences(differences));
}
