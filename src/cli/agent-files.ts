// `init --agents`: writes the files for coding agents into a repository. What others wrote in them stays.
import { AGENT_FILES, describeForAgents, updateFile } from "../mcp/agent-files.ts";
import { kindOf, leadsInto, readRegularFile, realPath, writeWhole } from "../runtime/files.ts";
import { writeFiles } from "../runtime/write-files.ts";
import { join } from "../seeds/read/file-names.ts";
import { type CommandTable, listCommands } from "./command.ts";
import { CommandError, shortReason } from "./terminal.ts";

const MOST_BYTES = 1_048_576;

/** Writes the files. Returns a line for each. Throws `CommandError`, and then has written nothing. */
export async function writeAgentFiles(
  directory: string,
  commands: CommandTable,
): Promise<string[]> {
  const part = describeForAgents(listCommands(commands));
  const changes = await Promise.all(
    AGENT_FILES.map(({ path, head }) => change(directory, path, part, head)),
  );
  const made = changes.filter(({ before }) => before === undefined);
  try {
    await writeFiles(directory, made);
    for (const { target, text, before } of changes) {
      if (before !== undefined && before !== text) await writeWhole(target, text);
    }
  } catch (error) {
    throw cannotWrite(directory, error);
  }
  return changes.map(({ path, text, before }) => {
    const outcome = before === undefined ? "created" : before === text ? "unchanged" : "updated";
    return `  ${path}: ${outcome}`;
  });
}

async function change(directory: string, path: string, part: string, head: string) {
  const file = join(directory, path);
  try {
    const isThere = (await kindOf(file)) !== undefined;
    const target = isThere ? await realPath(file) : file;
    // Why: a repository of others may link it to a file of the user's.
    if (isThere && !(await leadsInto(directory, file))) {
      throw new Error("it is a link to a file outside the directory");
    }
    const before = isThere ? decode(await readRegularFile(target, MOST_BYTES)) : undefined;
    return { path, target, before, text: updateFile(before, part, head) };
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error("it is not UTF-8");
  }
}

function cannotWrite(path: string, error: unknown): CommandError {
  return new CommandError(
    `Cannot write ${path}: ${shortReason(error)}.\n  Fix that, or name another directory: merchant-sandbox init --agents DIR`,
  );
}
