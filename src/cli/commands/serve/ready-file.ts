// The ready file: it exists while the sandbox that wrote it is running, and is always complete. Any other
// file at its path is left untouched.
import * as v from "valibot";
import { refusesConnections } from "../../../runtime/address.ts";
import { isPlainFile, readBytes, removeFile, writeNew } from "../../../runtime/files.ts";
import { CommandError, shortReason, type Terminal } from "../../terminal.ts";

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
  v.object({
    event: v.literal("ready"),
    controlUrl: v.pipe(v.string(), v.regex(/^https?:/), v.url()),
    pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
);

const OF_ANOTHER =
  "Choose another path with --ready-file, or remove the file if that process is no sandbox.";

/** Makes way for a ready file: removes one that a killed run left. Throws `CommandError`. */
export async function openReadyFile(path: string, terminal: Terminal): Promise<ReadyFile> {
  let written: string | undefined;
  await makeWay(path, terminal);
  return {
    async write(text) {
      // Why: another sandbox may have come first, and its file is true as long as it runs.
      await makeWay(path, terminal);
      if ((await readText(path)) === "") await removeFile(path).catch((error) => fail(path, error));
      await writeNew(path, text).catch((error) => fail(path, error));
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

async function makeWay(path: string, { pid, isRunning }: Terminal): Promise<void> {
  const text = await readText(path);
  // Why: `mktemp` makes an empty one, which holds nothing that could be lost.
  if (text === undefined || text === "") return;
  const { success, output } = v.safeParse(ReadySchema, text);
  if (!success) fail(path, "it holds something else");
  const { pid: writer, controlUrl } = output;
  // Why: the number of a process that is no more is another's after a while.
  if (writer !== pid && isRunning(writer) && !(await refusesConnections(controlUrl))) {
    fail(path, `process ${writer} wrote it and is running`, OF_ANOTHER);
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

function fail(
  path: string,
  error: unknown,
  hint = "Choose another path with --ready-file.",
): never {
  throw new CommandError(`can't use the ready file ${path} (${shortReason(error)})\n  ${hint}`);
}
