// The protocol's own client, connected to a sandbox over HTTP or to `merchant-sandbox mcp` over stdio.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { RUNTIMES } from "../support/spawn-sandbox.ts";

/** How clients begin: with a handshake, or without. */
export const FORMS = {
  "with a handshake": "legacy",
  "without a handshake": { pin: "2026-07-28" },
} as const;

export type Form = (typeof FORMS)[keyof typeof FORMS];

export interface Agent {
  readonly client: Client;
  /** Calls a tool, and returns its text. Throws the text of an error. */
  call(name: string, input?: Record<string, unknown>): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

const createClient = (mode: Form) =>
  new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });

/** Connects over HTTP. */
export async function connectHttp(
  url: string,
  headers: Record<string, string> = {},
  form: Form = "legacy",
): Promise<Agent> {
  const client = createClient(form);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  return agentOf(client);
}

/** Starts `merchant-sandbox mcp`, and connects to it. */
export async function connectStdio(
  flags: readonly string[] = [],
  { env = {}, cwd = "/tmp", runtime = "bun", form = "legacy" as Form } = {},
): Promise<Agent> {
  const [command = "", ...args] = RUNTIMES[runtime] ?? [];
  const client = createClient(form);
  await client.connect(
    new StdioClientTransport({ command, args: [...args, "mcp", ...flags], cwd, env }),
  );
  return agentOf(client);
}

function agentOf(client: Client): Agent {
  return {
    client,
    async call(name, input = {}) {
      const { content, isError } = await client.callTool({ name, arguments: input });
      const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
      if (isError) throw new Error(text);
      return text;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
