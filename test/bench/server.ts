// A server in a process of its own: started, and ended with the block that started it.
import * as v from "valibot";
import { startProcess } from "./processes.ts";

const ReadySchema = v.object({
  baseUrl: v.string(),
  controlUrl: v.optional(v.string(), ""),
  apiKey: v.optional(v.string(), ""),
});

export interface Server extends v.InferOutput<typeof ReadySchema>, AsyncDisposable {
  readonly pid: number;
}

/** Starts a server that prints a line of JSON with its address once it is ready. */
export async function startServer(command: readonly string[], cwd?: string): Promise<Server> {
  const child = startProcess(command, cwd);
  const line = await firstLine(child.stdout);
  if (line === "") {
    throw new Error(
      `${command.join(" ")} did not start:\n${await new Response(child.stderr).text()}`,
    );
  }
  return {
    ...v.parse(ReadySchema, JSON.parse(line)),
    pid: child.pid,
    // Why: nothing is to be finished, and a graceful end takes time.
    [Symbol.asyncDispose]: () => {
      child.kill("SIGKILL");
      return child.exited.then(() => {});
    },
  };
}

/** Reads the first line of a stream; nothing where it ends before. */
// Why: the stream is left open, for a server that finds nobody reading may end.
export async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  for (let text = ""; ; ) {
    const { value, done } = await reader.read();
    if (done) return "";
    text += decoder.decode(value, { stream: true });
    if (text.includes("\n")) return text.slice(0, text.indexOf("\n"));
  }
}
