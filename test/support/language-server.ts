// yaml-language-server as an editor runs it: a process of its own, spoken to over its standard streams.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as v from "valibot";

const PROGRAM = join(import.meta.dir, "../../node_modules/.bin/yaml-language-server");

const PositionSchema = v.object({ line: v.number(), character: v.number() });
const MarksSchema = v.object({
  uri: v.string(),
  diagnostics: v.array(
    v.object({
      range: v.object({ start: PositionSchema, end: PositionSchema }),
      message: v.string(),
    }),
  ),
});
const HelpSchema = v.nullable(v.object({ contents: v.object({ value: v.string() }) }));
const ProposalsSchema = v.object({ items: v.array(v.object({ label: v.string() })) });
const MessageSchema = v.object({
  id: v.optional(v.union([v.number(), v.string()])),
  method: v.optional(v.string()),
  params: v.optional(v.unknown()),
  result: v.optional(v.unknown()),
});
const QuestionSchema = v.object({ items: v.array(v.object({ section: v.string() })) });

/** A place in a document, counted from 0. */
export type Position = v.InferOutput<typeof PositionSchema>;

/** What is marked in a document, and what is said of it. */
export interface Mark {
  readonly start: Position;
  readonly end: Position;
  readonly message: string;
}

export interface LanguageServer extends AsyncDisposable {
  /** Opens a document, and tells what is marked in it. */
  open(path: string, text: string): Promise<Mark[]>;
  /** The help for a place of an open document, as Markdown. */
  help(path: string, position: Position): Promise<string>;
  /** What is proposed at a place of an open document. */
  complete(path: string, position: Position): Promise<string[]>;
}

/** Starts the server, which asks nobody but the file system for schemas. */
export async function startLanguageServer(): Promise<LanguageServer> {
  const child = Bun.spawn(["node", PROGRAM, "--stdio"], {
    env: { PATH: process.env.PATH },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const answers = new Map<number | string, (result: unknown) => void>();
  const marks = new Map<string, (marks: Mark[]) => void>();
  let requests = 0;

  void readMessages(child.stdout, receive);
  const textDocument = {};
  const workspace = { configuration: true };
  await ask("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities: { textDocument, workspace },
  });
  send({ method: "initialized", params: {} });

  return {
    open: (path, text) =>
      new Promise((resolve) => {
        const uri = uriOf(path);
        marks.set(uri, resolve);
        const document = { uri, languageId: "yaml", version: 1, text };
        send({ method: "textDocument/didOpen", params: { textDocument: document } });
      }),
    help: async (path, position) => {
      const params = { textDocument: { uri: uriOf(path) }, position };
      return v.parse(HelpSchema, await ask("textDocument/hover", params))?.contents.value ?? "";
    },
    complete: async (path, position) => {
      const params = { textDocument: { uri: uriOf(path) }, position };
      const { items } = v.parse(ProposalsSchema, await ask("textDocument/completion", params));
      return items.map(({ label }) => label);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await child.exited;
    },
  };

  function ask(method: string, params: unknown): Promise<unknown> {
    const id = ++requests;
    send({ id, method, params });
    return new Promise((resolve) => answers.set(id, resolve));
  }

  function send(message: object): void {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    child.stdin.flush();
  }

  function receive(body: string): void {
    const { id, method, params, result } = v.parse(MessageSchema, JSON.parse(body));
    if (method === "textDocument/publishDiagnostics") {
      const { uri, diagnostics } = v.parse(MarksSchema, params);
      marks.get(uri)?.(diagnostics.map(({ range, message }) => ({ ...range, message })));
    }
    if (id === undefined) return;
    if (method === undefined) answers.get(id)?.(result);
    else send({ id, result: method === "workspace/configuration" ? configure(params) : null });
  }
}

function configure(params: unknown): object[] {
  const settings = {
    schemaStore: { enable: false },
    validate: true,
    hover: true,
    completion: true,
  };
  const { items } = v.parse(QuestionSchema, params);
  return items.map(({ section }) => (section === "yaml" ? settings : {}));
}

/** Calls back with each message's body; a head says how many bytes it has. */
async function readMessages(
  stream: ReadableStream<Uint8Array>,
  receive: (body: string) => void,
): Promise<void> {
  let pending = Buffer.alloc(0);
  for await (const chunk of stream) {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const start = pending.indexOf("\r\n\r\n") + 4;
      const [, length = ""] =
        /^Content-Length: (\d+)$/m.exec(pending.toString("latin1", 0, start)) ?? [];
      const end = start + Number(length);
      if (start < 4 || pending.length < end) break;
      receive(pending.toString("utf8", start, end));
      pending = pending.subarray(end);
    }
  }
}

const uriOf = (path: string) => pathToFileURL(path).href;
