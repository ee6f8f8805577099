// Why a command that the user named cannot be run, and what to do.
import { kindOf } from "../../runtime/files.ts";
import { SpawnError } from "../../runtime/spawn.ts";
import { CommandError, EXIT } from "../terminal.ts";

/** Puts what `startProgram` throws in the words of the command line; anything else stays as it is. */
export async function explainSpawn(error: unknown, command: string): Promise<unknown> {
  if (!(error instanceof SpawnError)) return error;
  // Why: a name is looked up on the PATH, not in this directory.
  const kind = isPath(command) ? await kindOf(command) : undefined;
  const name = JSON.stringify(command);
  if (error.code === "ENOENT" && kind === undefined) {
    return new CommandError(`Command not found: ${name}.\n  ${hintFor(command)}`, EXIT.notFound);
  }
  return new CommandError(`Cannot run ${name}: ${reasonOf(error, kind)}`, EXIT.notRunnable);
}

function hintFor(command: string): string {
  if (/\s/.test(command)) {
    return `Pass each word as a separate argument, or use a shell: -- sh -c ${JSON.stringify(command)}`;
  }
  return isPath(command) ? "Check the path." : "Check the spelling and your PATH.";
}

function reasonOf({ code }: SpawnError, kind: "file" | "directory" | undefined): string {
  if (kind === "directory") return "it is a directory.\n  Name a program in it.";
  switch (code) {
    case "ENOENT":
      return "its first line names an interpreter that does not exist.\n  Check the path after #!, and that the line does not end with a carriage return.";
    case "EACCES":
      return "permission denied.\n  Make the file executable with chmod +x.";
    default:
      return `${code}.\n  Check whether it runs without the sandbox.`;
  }
}

const isPath = (command: string) => /[/\\]/.test(command);
