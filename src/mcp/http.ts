// The protocol over HTTP: each POST has one message, and gets its response. There are no sessions and no streams.

import { createInProcessFetch } from "../api/in-process-fetch.ts";
import { createControlClient } from "../client/control.ts";
import type { GuardEnv } from "../control/guard.ts";
import {
  PROTOCOL_VERSIONS,
  RPC_ERRORS,
  type RpcMessage,
  type RpcResponse,
  readMessage,
  rejectMessage,
  respondTo,
  versionOf,
} from "./server.ts";
import { explainWrongToken, type ToolContext } from "./tool.ts";

/** A request of an agent who may use the control API, and the sandbox that it came to. */
export interface AgentsCall {
  readonly request: Request;
  /** The name of the world in its address. */
  readonly world: string;
  readonly peer?: GuardEnv["peer"];
  fetchApi(request: Request): Response | Promise<Response>;
  /** The control API, which checks the caller of each call. */
  fetchHosted(request: Request, peer: GuardEnv["peer"]): Promise<Response>;
}

/** Responds to agents. */
export type AgentsApp = (call: AgentsCall) => Promise<Response>;

/** Responds to a request. */
export async function respondToAgent(call: AgentsCall): Promise<Response> {
  const { request } = call;
  const message = readMessage(await request.text());
  if (message === undefined) {
    const text = "The body is not one JSON-RPC message.";
    return send(rejectMessage(null, "invalidRequest", text), 400);
  }
  const mismatch = findMismatch(request.headers, message);
  if (mismatch !== undefined) {
    return send(rejectMessage(message.id ?? null, "headerMismatch", mismatch), 400);
  }
  const response = await respondTo(message, contextOf(call));
  if (response === undefined) return new Response(null, { status: 202 });
  return send(response, statusOf(response, message));
}

/** The sandbox itself. Its control API meets the caller's own login, and so allows what it allows the caller. */
function contextOf({ request, world, peer, fetchApi, fetchHosted }: AgentsCall): ToolContext {
  const login = ["host", "authorization"].flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  // Why: the guard has accepted the login for this address, so it is the secret of its world.
  const help = `This token opens only the world ${world}. Name no other, or connect with the control token.`;
  const control = createControlClient(`${new URL(request.url).origin}/_sandbox`, {
    fetch: explainWrongToken((inner) => {
      for (const [name, value] of login) inner.headers.set(name, value);
      return fetchHosted(inner, peer);
    }, help),
  });
  const fetch = createInProcessFetch(fetchApi);
  const send = async (name: string, path: string, init: RequestInit) =>
    fetch(new Request(`http://127.0.0.1/w/${encodeURIComponent(name)}${path}`, init));
  return { target: async () => ({ control, send }), world };
}

/** Finds a header that differs from the message. Without a handshake, all are required. */
function findMismatch(headers: Headers, message: RpcMessage): string | undefined {
  const version = versionOf(message);
  const sent = headers.get("mcp-protocol-version");
  if (version === undefined) {
    if (sent === null || PROTOCOL_VERSIONS.includes(sent)) return undefined;
    return `MCP-Protocol-Version ${JSON.stringify(sent)} is not one of ${PROTOCOL_VERSIONS.join(", ")}.`;
  }
  const { method, params } = message;
  const wanted = {
    "MCP-Protocol-Version": version,
    "Mcp-Method": method,
    ...(method === "tools/call" && { "Mcp-Name": params.name }),
  };
  const [name, value] =
    Object.entries(wanted).find(([name, value]) => headers.get(name) !== value) ?? [];
  if (name === undefined) return undefined;
  return `Header mismatch: ${name} must be ${JSON.stringify(value)}, as in the body, received ${JSON.stringify(headers.get(name))}.`;
}

// Contract: only clients without a handshake read the status.
function statusOf({ error }: RpcResponse, message: RpcMessage): number {
  if (error === undefined || versionOf(message) === undefined) return 200;
  return error.code === RPC_ERRORS.unknownMethod ? 404 : 400;
}

function send(response: RpcResponse, status: number): Response {
  return new Response(JSON.stringify(response), {
    status,
    headers: { "Content-Type": "application/json" },
  });
}
