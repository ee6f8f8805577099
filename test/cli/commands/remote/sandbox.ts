// A sandbox, and the commands that talk to it, each run in this process.
import { run } from "../../../../src/cli/run.ts";
import { type RunningSandbox, startSandbox } from "../../../../src/index.ts";
import { type FakeTerminal, fakeTerminal } from "../../fake-terminal.ts";

export interface Shell extends AsyncDisposable {
  readonly sandbox: RunningSandbox;
  /** Runs a line, whose words have no spaces. Rejects where it fails, and else returns what it prints. */
  prints(line: string): Promise<string>;
  /** Runs a line that fails, and returns its exit code and what it prints. */
  fails(line: string, env?: Readonly<Record<string, string>>): Promise<string>;
  /** A terminal in which the sandbox is found. */
  terminal(): FakeTerminal;
}

export interface ShellOptions {
  readonly controlToken?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export async function openShell({ controlToken, env = {} }: ShellOptions = {}): Promise<Shell> {
  const sandbox = await startSandbox({ port: 0, controlToken });
  const known = {
    SANDBOX_CONTROL_URL: sandbox.controlUrl,
    ...(controlToken && { SANDBOX_CONTROL_TOKEN: controlToken }),
    ...env,
  };
  const terminal = () => fakeTerminal({ env: known });
  return {
    sandbox,
    terminal,
    async prints(line) {
      const at = terminal();
      const code = await run(line.split(" "), at);
      if (code === 0 && at.written.stderr === "") return at.written.stdout;
      throw new Error(`${line}: ${code} ${at.written.stderr}`);
    },
    async fails(line, others = {}) {
      const at = fakeTerminal({ env: { ...known, ...others } });
      const code = await run(line.split(" "), at);
      return `${code} ${at.written.stdout}${at.written.stderr}`;
    },
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

/** Sends a request to the API of a world, and returns the id of the request. */
export async function ping(baseUrl: string, key = "mst_acme_full", path = "ping"): Promise<string> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${baseUrl}/api/v1/integration/${path}`, { headers });
  return response.headers.get("x-request-id") ?? "";
}
