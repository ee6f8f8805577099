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
  /** Removes it, unless another program has replaced it. Throws `CommandError`. */
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
  "Choose another path with --ready-file, or remove the file if that process is not a sandbox.";

/** Prepares the path of a ready file: removes one that a killed run left. Throws `CommandError`. */
export async function openReadyFile(path: string, terminal: Terminal): Promise<ReadyFile> {
  let written: string | undefined;
  await makeWay(path, terminal);
  return {
    async write(text) {
      // Why: another sandbox may have been first, and its file is valid while it runs.
      await makeWay(path, terminal);
      if ((await readText(path)) === "") await removeFile(path).catch((error) => fail(path, error));
      await writeNew(path, text).catch((error) => fail(path, error));
      written = text;
    },
    async remove() {
      // Why: a file that cannot be read is not the one that was written.
      const found = await readText(path).catch(() => undefined);
      if (written === undefined || found !== written) return;
      await removeFile(path).catch((error) => fail(path, error));
    },
  };
}

async function makeWay(path: string, { pid, isRunning }: Terminal): Promise<void> {
  const text = await readText(path);
  // Why: `mktemp` creates an empty file, which has nothing to lose.
  if (text === undefined || text === "") return;
  const { success, output } = v.safeParse(ReadySchema, text);
  if (!success) fail(path, "it was not written by a sandbox");
  const { pid: writer, controlUrl } = output;
  // Why: the id of a process that has ended is used again after a while.
  if (writer !== pid && isRunning(writer) && !(await refusesConnections(controlUrl))) {
    fail(path, `it belongs to the running process ${writer}`, OF_ANOTHER);
  }
  // Why: it names a server that is not running, even if this one does not start.
  await removeFile(path).catch((error) => fail(path, error));
}

/** Reads the file; `undefined` if there is none. */
async function readText(path: string): Promise<string | undefined> {
  const isPlain = await isPlainFile(path).catch((error) => fail(path, error));
  if (isPlain === undefined) return undefined;
  // Why: reading a pipe waits for its writer, and a link or a device is somebody else's.
  if (!isPlain) fail(path, "it is not a regular file");
  const bytes = await readBytes(path).catch((error) => fail(path, error));
  return new TextDecoder().decode(bytes);
}

function fail(
  path: string,
  error: unknown,
  hint = "Choose another path with --ready-file.",
): never {
  throw new CommandError(`Cannot use the ready file ${path}: ${shortReason(error)}.\n  ${hint}`);
}
