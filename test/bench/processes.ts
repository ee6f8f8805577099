// The processes of a run. None outlives it: what still runs when it fails, or is told to stop, is ended.
import { tmpdir } from "node:os";
import type { Subprocess } from "bun";

type Env = Readonly<Record<string, string | undefined>>;

const running = new Set<Subprocess>();

// Why: the user's own MERCHANT_SANDBOX_… variables would change what is measured.
const BARE_ENV = { PATH: process.env.PATH, HOME: process.env.HOME };

/** Starts a process whose output is read. */
export function startProcess(command: readonly string[], cwd = tmpdir(), env: Env = BARE_ENV) {
  return keep(Bun.spawn([...command], { cwd, env, stdout: "pipe", stderr: "pipe" }));
}

/** Starts a process whose output nobody reads. */
export function startSilently(command: readonly string[], cwd: string) {
  return keep(Bun.spawn([...command], { cwd, env: BARE_ENV, stdout: "ignore", stderr: "ignore" }));
}

/** Runs a process to its end, and returns what it printed. Throws where it fails. */
export async function runProcess(
  command: readonly string[],
  cwd?: string,
  env?: Env,
): Promise<string> {
  const child = startProcess(command, cwd, env);
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed:\n${stderr}`);
  return stdout;
}

/** Ends all that still runs. */
export function endProcesses(): void {
  for (const child of running) child.kill("SIGKILL");
}

function keep<Child extends Subprocess>(child: Child): Child {
  running.add(child);
  void child.exited.then(() => running.delete(child));
  return child;
}
