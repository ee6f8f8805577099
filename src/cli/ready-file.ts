// The ready file: there as long as the sandbox that wrote it answers, whole or not at all. Whatever else
// lies at its path is neither replaced nor removed.
import * as v from "valibot";
import { isPlainFile, readBytes, removeFile, writeWhole } from "../runtime/files.ts";
import { CommandError } from "./terminal.ts";

/** The file of one sandbox. */
interface ReadyFile {
  /** Writes it in one step. Throws `CommandError`. */
  write(text: string): Promise<void>;
  /** Removes it, unless it has become another's. Throws `CommandError`. */
  remove(): Promise<void>;
}

const ReadySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ event: v.literal("ready"), controlUrl: v.string() }),
);

/** How long the sandbox that wrote a file has to answer. */
const PATIENCE_MS = 1_000;

/** Makes way for a ready file: removes one that a killed run left. Throws `CommandError`. */
export async function openReadyFile(path: string): Promise<ReadyFile> {
  let written: string | undefined;
  await makeWay(path);
  return {
    async write(text) {
      // Why: another sandbox may have come first meanwhile.
      await makeWay(path);
      await writeWhole(path, text).catch((error) => fail(path, error));
      written = text;
    },
    async remove() {
      // Why: what can't be read any more is not what was written.
      const found = await readText(path).catch(() => undefined);
      if (written === undefined || found !== written) return;
      await removeFile(path).catch((error) => fail(path, error));
    },
  };
}

async function makeWay(path: string): Promise<void> {
  const text = await readText(path);
  // Why: `mktemp` makes an empty one, which holds nothing that could be lost.
  if (text === undefined || text === "") return;
  const { success, output } = v.safeParse(ReadySchema, text);
  if (!success) fail(path, "it holds something else");
  if (await answers(output.controlUrl)) {
    fail(path, `the sandbox that wrote it answers at ${output.controlUrl}`);
  }
  // Why: it would tell of a server that is not there, even where this one does not start.
  await removeFile(path).catch((error) => fail(path, error));
}

/** Reads what lies there; `undefined` where nothing does. */
async function readText(path: string): Promise<string | undefined> {
  const isPlain = await isPlainFile(path).catch((error) => fail(path, error));
  if (isPlain === undefined) return undefined;
  // Why: a pipe would be waited for, and who made a link or a device wants it to stay.
  if (!isPlain) fail(path, "what is there is no plain file");
  const bytes = await readBytes(path).catch((error) => fail(path, error));
  return new TextDecoder().decode(bytes);
}

/** Tells whether a sandbox answers. */
// Why: its process's number tells less, which may be another's by now.
async function answers(controlUrl: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return fetch(`${controlUrl}/health`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function fail(path: string, error: unknown): never {
  // Why: what follows the reason is the name of a draft that nobody knows.
  const [reason] = String(error instanceof Error ? error.message : error).split(", ");
  throw new CommandError(
    `can't use the ready file ${path} (${reason})\n  Choose another path with --ready-file.`,
  );
}
