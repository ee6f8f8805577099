// The protocol over stdin and stdout: one message a line. Calls run side by side, and respond as they end.
import {
  type RpcMessage,
  type RpcResponse,
  readMessage,
  rejectMessage,
  respondTo,
} from "./server.ts";
import type { ToolContext } from "./tool.ts";

/** Serves until `input` ends, and the calls that have begun. */
export async function serveStdio(
  input: AsyncIterable<Uint8Array>,
  write: (text: string) => void,
  context: ToolContext,
): Promise<void> {
  const running = new Map<RpcMessage["id"], Promise<void>>();
  const send = (response: RpcResponse) => write(`${JSON.stringify(response)}\n`);
  for await (const line of linesOf(input)) {
    const message = readMessage(line);
    if (message === undefined) {
      send(
        rejectMessage(null, "invalidRequest", "Not a JSON-RPC message. Send one message a line."),
      );
      continue;
    }
    // Contract: nothing is sent for a call that was cancelled.
    if (message.method === "notifications/cancelled") running.delete(readId(message));
    const { id } = message;
    const call: Promise<void> = respondTo(message, context).then((response) => {
      if (response !== undefined && running.get(id) === call) send(response);
      if (running.get(id) === call) running.delete(id);
    });
    if (id !== undefined) running.set(id, call);
  }
  await Promise.all(running.values());
}

function readId({ params }: RpcMessage): RpcMessage["id"] {
  const { requestId } = params;
  return typeof requestId === "string" || typeof requestId === "number" ? requestId : undefined;
}

async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of input) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line.trim() !== "");
  }
  if (rest.trim() !== "") yield rest;
}
