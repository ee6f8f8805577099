// The name of a world for the directory and the git branch that a shell is in.
import { realPath } from "../../../runtime/files.ts";
import { runCaptured } from "../../../runtime/spawn.ts";
import { toWorldName } from "../../../world/check-world-name.ts";
import type { Terminal } from "../../terminal.ts";

const MOST_MS = 10_000;

/**
 * Makes the name of the worktree and the branch, such as `shop-feature-login`, or of the directory where there is no
 * git. Empty if nothing in them can be in a name.
 */
export async function nameOfBranch({ env }: Pick<Terminal, "env">): Promise<string> {
  const [worktree, branch = ""] = await Promise.all([
    git("rev-parse", "--show-toplevel"),
    git("symbolic-ref", "--quiet", "--short", "HEAD"),
  ]);
  const directory = (worktree ?? (await realPath("."))).split(/[\\/]/).at(-1) ?? "";
  // Why: a sandbox is for several projects, and most have a branch of the same name.
  return toWorldName(branch === directory ? branch : `${directory}-${branch}`);

  /** What git prints; undefined without a repository, a branch or git. */
  async function git(...args: readonly string[]): Promise<string | undefined> {
    const run = { command: "git", args, env, timeoutMs: MOST_MS };
    const { exitCode, output } = await runCaptured(run).catch(() => ({ exitCode: 1, output: "" }));
    return exitCode === 0 ? output.trim() : undefined;
  }
}
