// Why a command that the user named cannot be run, and what to do.
import { kindOf } from "../../runtime/files.ts";
import { SpawnError } from "../../runtime/spawn.ts";
import { CommandError, EXIT } from "../terminal.ts";

/** Puts what `startProgram` throws in the words of the command line; anything else stays as it is. */
export async function explainSpawn(error: unknown, command: string): Promise<unknown> {
  if (!(error instanceof SpawnError)) return error;
  // Why: a name is looked up on the PATH; what lies under it in this directory is something else.
  const kind = isPath(command) ? await kindOf(command) : undefined;
  const name = JSON.stringify(command);
  if (error.code === "ENOENT" && kind === undefined) {
    return new CommandError(`there is no command ${name}\n  ${hintFor(command)}`, EXIT.notFound);
  }
  return new CommandError(`can't run ${name}${reasonOf(error, kind)}`, EXIT.notRunnable);
}

function hintFor(command: string): string {
  if (/\s/.test(command)) {
    return `Give each word by itself, or have a shell read them: -- sh -c ${JSON.stringify(command)}`;
  }
  return isPath(command) ? "Mind the spelling of its path." : "Mind its spelling, and the PATH.";
}

function reasonOf({ code }: SpawnError, kind: "file" | "directory" | undefined): string {
  if (kind === "directory") return ", which is a directory\n  Name the program in it.";
  switch (code) {
    case "ENOENT":
      return ", for what its first line names is not there\n  Mind the path behind #!, and that no carriage return ends the line.";
    case "EACCES":
      return ", for this user may not execute it\n  chmod +x makes a file executable.";
    default:
      return ` (${code})\n  See whether it runs without the sandbox.`;
  }
}

const isPath = (command: string) => /[/\\]/.test(command);
