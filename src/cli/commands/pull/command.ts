// `pull`: writes seeds from what a running server answers, once a sandbox of these seeds was asked and has
// answered the same. The key that it asks with goes to that server and nowhere else.
import { createMask } from "../../../conform/mask.ts";
import type { SeedFile } from "../../../seeds/diagnostics/diagnostic.ts";
import { InvalidSeedsError } from "../../../seeds/diagnostics/invalid-seeds-error.ts";
import { isSeedFile } from "../../../seeds/read/file-names.ts";
import { createFromFiles } from "../../../start.ts";
import type { Command } from "../../command.ts";
import { mendOfProxy } from "../../mend-of-proxy.ts";
import { expectFree, writeSeeds } from "../../seeds-directory.ts";
import { CommandError, EXIT, type Terminal } from "../../terminal.ts";
import { AnswerError, askServer, type Server } from "./client.ts";
import { findDifferences, leavesOf } from "./flatten.ts";
import { DEFAULT_TIMEOUT_MS, PULL_OPTIONS, readPullOptions } from "./options.ts";
import { explainDifferences, explainLeftOut, formatPulled, type Pulled } from "./report.ts";
import { type Adopted, adoptAnswers } from "./seeds-from-responses.ts";

type Mask = (text: string) => string;

export const PULL: Command = {
  options: PULL_OPTIONS,
  notes: [
    "It asks for ping, products and orders, and changes nothing there. What it makes of the answers is",
    "written once a sandbox of it has answered the same. The key goes to that server alone: it is in no",
    "file and no message, and the seeds have another one in its place.",
    "Nothing is overwritten: where DIR holds seeds already, nothing is asked.",
    "Each flag has an environment variable, which no list of processes shows: --key is",
    "MERCHANT_SANDBOX_KEY. A flag wins.",
    "Exit code: 0 written, 1 nothing written, or not all that the server answers, 2 wrong usage.",
  ],
  run: runPull,
};

/** Runs `pull`. Throws `UsageError`, and `CommandError` where not all could be pulled. */
async function runPull(args: readonly string[], terminal: Terminal): Promise<number> {
  const { server, path } = readPullOptions(args, terminal.env);
  const mask = createMask({ full: server.key });
  const onWait = (seconds: number) =>
    terminal.stderr(`The server answers 429: waiting ${seconds} s.\n`);
  try {
    const pulled = await pull({ ...server, onWait }, path, mask);
    terminal.stdout(mask(formatPulled(pulled)));
    const { leftOut } = pulled.adopted;
    if (leftOut.length > 0) throw new CommandError(explainLeftOut(leftOut));
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommandError) throw new CommandError(mask(error.message));
    if (!(error instanceof AnswerError)) throw error;
    const message = `can't pull from ${server.baseUrl}: ${error.message}\n  ${error.mend}`;
    throw new CommandError(mask(message) + mendOfProxy(terminal.env));
  }
}

/** Asks, writes what was answered, and returns that. Throws `AnswerError` and `CommandError`. */
async function pull(server: Server, path: string, mask: Mask): Promise<Pulled> {
  // Why: every run of the program loads this file, and few of them a writer of YAML.
  const { PULLED_PATHS, writePulled } = await import("./seeds.ts");
  const directory = { path, retry: "merchant-sandbox pull --out DIR" };
  await expectFree(directory, PULLED_PATHS);

  const answered = await askServer(server);
  expectNoKey(answered, mask);
  const adopted = adoptAnswers(answered);
  const key = makeUpKey(adopted, mask);
  const files = await writePulled(adopted, key);
  await expectSame(adopted, files, key);
  await writeSeeds(directory, files);
  return { baseUrl: server.baseUrl, path, key, adopted, files };
}

/** Throws where a server repeats the key in what is to be written. */
function expectNoKey(answered: unknown, mask: Mask): void {
  const [echo] = leavesOf(answered).find(([, value]) => mask(`${value}`) !== `${value}`) ?? [];
  if (echo === undefined) return;
  throw new AnswerError(
    `it repeats the key in ${echo}, and seeds are no place for that`,
    "Whoever runs the server should know: a key is not to be told to anybody.",
  );
}

// Why: the same for a merchant each time, so that what names it stays right when seeds are pulled anew.
function makeUpKey({ answers }: Adopted, mask: Mask): string {
  const id = answers.ping.merchantId.slice(0, 8);
  const usual = `mst_pulled_${id}`;
  return mask(usual) === usual ? usual : `sandbox_key_${id}`;
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
