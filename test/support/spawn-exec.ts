// Runs `exec` as its users do, as a process of its own, with exec-child.ts for its command.
import { join } from "node:path";
import * as v from "valibot";

/** The command line of exec-child.ts. */
export const CHILD: readonly string[] = [process.execPath, join(import.meta.dir, "exec-child.ts")];

const ReportSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    pid: v.number(),
    directory: v.string(),
    args: v.array(v.string()),
    env: v.record(v.string(), v.string()),
    terminals: v.array(v.boolean()),
  }),
);
export type Report = v.InferOutput<typeof ReportSchema>;

interface Exec extends AsyncDisposable {
  /** What the child was given. */
  readonly report: Report;
  readonly baseUrl: string;
  /** Tells the child what to do; resolves once it was heard. */
  tell(order: string): Promise<void>;
  /** Waits for the next line on stdout. */
  hear(): Promise<string>;
  /** Sends a signal to `exec`, and to nothing else. */
  signal(name: NodeJS.Signals): void;
  readonly exitCode: Promise<number>;
  /** All that was written to stderr, once nobody can write there any more. */
  readonly stderr: Promise<string>;
}

interface ExecOptions {
  readonly flags?: readonly string[];
  /** What stands behind the child's path. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Starts `exec`, and waits for its child. */
export async function spawnExec(
  program: readonly string[],
  { flags = [], args = [], env = {}, cwd = import.meta.dir }: ExecOptions = {},
): Promise<Exec> {
  const line = [...program, "exec", ...flags, "--", ...CHILD, ...args];
  const { PATH, HOME } = process.env;
  const child = Bun.spawn(line, {
    cwd,
    // Why: off, so that exec itself prints nothing unless a test asks for it.
    env: { PATH, HOME, MERCHANT_SANDBOX_LOG: "off", ...env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  const stderr = new Response(child.stderr).text();
  const lines = linesOf(child.stdout);
  const hear = async () => {
    const { value } = await lines.next();
    if (value === undefined) throw new Error(`the process ended:\n${await stderr}`);
    return value;
  };
  const report = v.parse(ReportSchema, await hear());
  return {
    report,
    baseUrl: report.env.SANDBOX_BASE_URL ?? "",
    hear,
    async tell(order) {
      child.stdin.write(`${order}\n`);
      await child.stdin.flush();
      const heard = await hear();
      if (heard !== `told ${order}`) throw new Error(`heard ${heard}`);
    },
    signal: (name) => child.kill(name),
    exitCode: child.exited,
    stderr,
    [Symbol.asyncDispose]: async () => {
      endProcess(report.pid);
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/** Tells whether a process is there. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Ends a process that may have ended before. */
export function endProcess(pid: number): void {
  if (isRunning(pid)) process.kill(pid, "SIGKILL");
}

/** Reads a report out of a line. */
export function readReport(line: string): Report {
  return v.parse(ReportSchema, line);
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
