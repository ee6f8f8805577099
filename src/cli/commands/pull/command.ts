// `pull`: writes seeds from the responses of a running server, after a sandbox of these seeds has returned the
// same responses. The key goes to that server and nowhere else.
import * as v from "valibot";
import { createKeyRedactor } from "../../../conform/redact.ts";
import { createFetch } from "../../../runtime/fetch.ts";
import type { SeedFile } from "../../../seeds/diagnostics/diagnostic.ts";
import { InvalidSeedsError } from "../../../seeds/diagnostics/invalid-seeds-error.ts";
import { isSeedFile } from "../../../seeds/read/file-names.ts";
import { printableLines } from "../../../shared/printable.ts";
import { createFromFiles } from "../../../start.ts";
import { defineCommand } from "../../define-command.ts";
import { expectFree, writeSeeds } from "../../seeds-directory.ts";
import { DEFAULT_SEEDS } from "../../seeds-option.ts";
import {
  BASE_URL_OPTION,
  KEY_OPTION,
  requireServer,
  TIMEOUT_OPTION,
  warnOfProxy,
} from "../../server-options.ts";
import { CommandError, EXIT } from "../../terminal.ts";
import { askServer, ResponseError, type Server } from "./client.ts";
import { findDifferences, flatten } from "./flatten.ts";
import { explainDifferences, explainLeftOut, formatPulled, type Pulled } from "./report.ts";
import { PULLED_PATHS, writePulled } from "./seeds.ts";
import { type Adapted, adaptResponses } from "./seeds-from-responses.ts";

const DEFAULT_TIMEOUT_MS = 10_000;

type Mask = (text: string) => string;

export const PULL = defineCommand({
  options: {
    "base-url": {
      ...BASE_URL_OPTION,
      help: "the URL of the server, without /api/v1/integration",
    },
    key: {
      ...KEY_OPTION,
      help: "the key to use; needs catalog:read and orders:read to read everything",
    },
    out: {
      value: "DIR",
      schema: () => v.string(),
      help: "the directory to write (default: ./sandbox-seeds)",
    },
    timeout: TIMEOUT_OPTION,
  },
  secret: true,
  notes: [
    "Reads ping, products and orders, and changes nothing on the server. Seeds are written only if a",
    "sandbox of them returns the same responses. The key is sent to that server only. No file or message",
    "contains it, and the seeds have another key in its place.",
    "Nothing is overwritten. If DIR already contains seeds, no request is sent.",
    "Each flag has an environment variable, which process lists do not show: --key is",
    "MERCHANT_SANDBOX_KEY. Flags override it.",
    "Exit code: 0 written, 1 nothing written, or not everything, 2 wrong usage.",
  ],
  async run({ options, terminal }) {
    const { out = DEFAULT_SEEDS, timeout: timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    const { baseUrl: url, key } = requireServer("pull", options);
    const baseUrl = url.replace(/\/+$/, "");
    const mask = createKeyRedactor({ full: key });
    warnOfProxy(baseUrl, terminal);
    const fetch = createFetch(terminal.env);
    const onWait = (seconds: number) =>
      terminal.stderr(`The server responds with 429. Waiting ${seconds} s.\n`);
    try {
      const pulled = await pull({ baseUrl, key, timeoutMs, fetch, onWait }, out, mask);
      terminal.stdout(printableLines(mask(formatPulled(pulled))));
      const { leftOut, answers } = pulled.adapted;
      if (leftOut.length > 0) throw new CommandError(explainLeftOut(leftOut));
      // Why: a list that the key may not read is missing too, as the report says.
      return answers.products && answers.orders ? EXIT.ok : EXIT.failed;
    } catch (error) {
      if (error instanceof CommandError) throw new CommandError(mask(error.message));
      if (!(error instanceof ResponseError)) throw error;
      const end = error.message.includes("\n") ? "" : ".";
      const message = `Cannot pull from ${baseUrl}: ${error.message}${end}\n  ${error.hint}`;
      throw new CommandError(mask(message));
    }
  },
});

/** Reads the responses, writes them as seeds, and returns both. Throws `ResponseError` and `CommandError`. */
async function pull(server: Server, path: string, mask: Mask): Promise<Pulled> {
  const directory = { path, retry: "merchant-sandbox pull --out DIR" };
  await expectFree(directory, PULLED_PATHS);

  const answered = await askServer(server);
  expectNoKey(answered, mask);
  const adapted = adaptResponses(answered);
  const key = makeUpKey(adapted, mask);
  const files = await writePulled(adapted, key);
  await expectSame(adapted, files, key);
  await writeSeeds(directory, files);
  return { baseUrl: server.baseUrl, path, key, adapted, files };
}

/** Throws if a response that would be written contains the key. */
function expectNoKey(answered: unknown, mask: Mask): void {
  const [echo] = flatten(answered).find(([, value]) => mask(`${value}`) !== `${value}`) ?? [];
  if (echo === undefined) return;
  throw new ResponseError(
    `it repeats the key in ${echo}, and seeds must not contain it`,
    "Report this to the operator of the server: responses must not contain keys.",
  );
}

// Why: the same each time for a merchant, so that its users still work after the next pull.
function makeUpKey({ answers }: Adapted, mask: Mask): string {
  const id = answers.ping.merchantId.slice(0, 8);
  const usual = `mst_pulled_${id}`;
  return mask(usual) === usual ? usual : `sandbox_key_${id}`;
}

/** Throws if a sandbox of these files returns other responses. */
async function expectSame(
  { answers }: Adapted,
  files: readonly SeedFile[],
  key: string,
): Promise<void> {
  const seeds = files.filter(({ path }) => isSeedFile(path));
  const { api } = await createFromFiles(seeds).catch((error) => {
    if (!(error instanceof InvalidSeedsError)) throw error;
    throw new CommandError(
      `Seeds cannot hold the responses of the server. Nothing was written.\n\n${error.message}`,
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
