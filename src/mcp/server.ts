// The Model Context Protocol, as far as a server needs it that has tools and keeps no state: a JSON-RPC message in, its
// response out. It speaks both forms: with the handshake (until 2025-11-25) and without (since 2026-07-28).
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { suggest } from "../shared/closest-match.ts";
import { VERSION } from "../version.ts";
import { parseArgument } from "../world/parse-input.ts";
import { cutText, type Tool, type ToolContext } from "./tool.ts";
import { TOOLS } from "./tools.ts";

/** The version without a handshake: each request names it. */
const STATELESS = "2026-07-28";
const WITH_HANDSHAKE = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
export const PROTOCOL_VERSIONS = [STATELESS, ...WITH_HANDSHAKE];

// Why: agents pay for each character that they read, and an error may list a hundred mistakes.
const MOST_TEXT = 16_000;
const MOST_ERROR_TEXT = 3_000;

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = { tools: {} };
// Why: the tools of a version never change.
const CACHE = { ttlMs: 3_600_000, cacheScope: "public" };
const SERVER = { name: "merchant-sandbox", title: "merchant-sandbox", version: VERSION };

const INSTRUCTIONS =
  "A sandbox of the Sandbox Integration API: ping, products, orders and checkout-links. It moves no money. " +
  'worlds {"action":"show"} has the base URL and the key for your code. After an error, why says the reason and the fix. ' +
  "For an experiment, make a world of your own, name it in each call, and drop it at the end.";

/** The codes of errors, with the names of the protocol. */
export const RPC_ERRORS = {
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
} as const;

const MessageSchema = v.looseObject({
  jsonrpc: v.literal("2.0"),
  id: v.exactOptional(v.union([v.string(), v.number()])),
  method: v.string(),
  params: v.optional(v.looseObject({ _meta: v.optional(v.looseObject({})) }), {}),
});

export type RpcMessage = v.InferOutput<typeof MessageSchema>;

const CallSchema = v.looseObject({
  name: v.string(),
  arguments: v.optional(v.record(v.string(), v.unknown()), {}),
});

const InitializeSchema = v.looseObject({ protocolVersion: v.optional(v.string()) });

export interface RpcResponse {
  readonly jsonrpc: "2.0";
  readonly id: string | number | null;
  readonly result?: object;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: keyof typeof RPC_ERRORS, message: string, data?: unknown) {
    super(message);
    this.code = RPC_ERRORS[code];
    this.data = data;
  }
}

/** Reads a message; undefined if it is not one. */
export function readMessage(text: string): RpcMessage | undefined {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), MessageSchema), text);
  return success ? output : undefined;
}

/** The version that a message without a handshake names. */
export function versionOf({ params }: RpcMessage): string | undefined {
  const named = params._meta?.[VERSION_KEY];
  return typeof named === "string" ? named : undefined;
}

/** Makes the response of an error. */
export function rejectMessage(
  id: string | number | null,
  code: keyof typeof RPC_ERRORS,
  message: string,
): RpcResponse {
  return { jsonrpc: "2.0", id, error: { code: RPC_ERRORS[code], message } };
}

/** Responds to a message; undefined for a notification. */
export async function respondTo(
  message: RpcMessage,
  context: ToolContext,
): Promise<RpcResponse | undefined> {
  const { id } = message;
  if (id === undefined) return undefined;
  try {
    return { jsonrpc: "2.0", id, result: await runMethod(message, context) };
  } catch (thrown) {
    if (!(thrown instanceof RpcError)) throw thrown;
    const { code, message: text, data } = thrown;
    return { jsonrpc: "2.0", id, error: { code, message: text, data } };
  }
}

async function runMethod(message: RpcMessage, context: ToolContext): Promise<object> {
  const version = versionOf(message);
  if (version === undefined) return runWithHandshake(message, context);
  if (version !== STATELESS) {
    const data = { supported: PROTOCOL_VERSIONS, requested: version };
    throw new RpcError("unsupportedVersion", "Unsupported protocol version.", data);
  }
  const result = await runStateless(message, context);
  const meta = { "io.modelcontextprotocol/serverInfo": SERVER };
  return { resultType: "complete", ...result, _meta: meta };
}

async function runWithHandshake(
  { method, params }: RpcMessage,
  context: ToolContext,
): Promise<object> {
  switch (method) {
    case "initialize": {
      const { protocolVersion = "" } = parseParams(InitializeSchema, params);
      const [newest] = WITH_HANDSHAKE;
      return {
        protocolVersion: WITH_HANDSHAKE.includes(protocolVersion) ? protocolVersion : newest,
        capabilities: CAPABILITIES,
        serverInfo: SERVER,
        instructions: INSTRUCTIONS,
      };
    }
    case "ping":
      return {};
    case "tools/list":
      return { tools: TOOLS.map(describeTool) };
    case "tools/call":
      return callTool(params, context);
    default:
      throw unknownMethod(method);
  }
}

async function runStateless({ method, params }: RpcMessage, context: ToolContext): Promise<object> {
  switch (method) {
    case "server/discover":
      return {
        supportedVersions: PROTOCOL_VERSIONS,
        capabilities: CAPABILITIES,
        serverInfo: SERVER,
        instructions: INSTRUCTIONS,
        ...CACHE,
      };
    case "tools/list":
      return { tools: TOOLS.map(describeTool), ...CACHE };
    case "tools/call":
      return callTool(params, context);
    default:
      throw unknownMethod(method);
  }
}

const unknownMethod = (method: string) =>
  new RpcError("unknownMethod", `Unknown method ${JSON.stringify(method)}.`);

function parseParams<Schema extends v.GenericSchema>(schema: Schema, params: object) {
  const { success, output, issues } = v.safeParse(schema, params);
  if (success) return output;
  throw new RpcError("invalidParams", `Invalid params: ${v.summarize(issues)}`);
}

function describeTool({ name, title, description, annotations, input }: Tool): object {
  const { $schema: _dialect, ...inputSchema } = toJsonSchema(input);
  return { name, title, description, inputSchema, annotations: { title, ...annotations } };
}

/** Calls a tool. Whatever it throws is a result, which the agent reads. */
async function callTool(params: RpcMessage["params"], context: ToolContext): Promise<object> {
  const { name, arguments: input } = parseParams(CallSchema, params);
  try {
    const tool = TOOLS.find((known) => known.name === name);
    if (tool === undefined) {
      const names = TOOLS.map((known) => known.name);
      const hint = suggest(name, names) ?? `Use one of ${names.join(", ")}.`;
      throw new Error(`There is no tool ${JSON.stringify(name)}. ${hint}`);
    }
    return textResult(await tool.run(parseArgument(tool.input, input), context), MOST_TEXT);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { ...textResult(text, MOST_ERROR_TEXT), isError: true };
  }
}

const textResult = (text: string, most: number) => ({
  content: [{ type: "text", text: cutText(text, most) }],
});
