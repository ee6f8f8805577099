// Sends bytes over a connection of their own, as no HTTP client would, and waits for what becomes of them.
import { connect } from "node:net";
import { type Answer, readAnswers } from "./answers.ts";

/** Longer than any response takes on a machine that is busy. */
const MOST_PATIENCE_MS = 20_000;

export interface Outcome {
  readonly answers: readonly Answer[];
  /** What came behind the last whole response. */
  readonly rest: string;
  /** How it ended: all answers were there, the server closed the connection, or nothing more came. */
  readonly end: "answered" | "closed" | "silence";
}

/**
 * Sends bytes. Where the methods of sound requests are given, it waits for as many answers; else it tells that
 * nothing more will be sent, and waits for the end.
 */
export function send(
  port: number,
  bytes: Buffer,
  methods: readonly string[] | undefined,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let text = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => {
      if (methods === undefined) socket.end(bytes);
      else socket.write(bytes);
    });
    const finish = (end: Outcome["end"]) => {
      clearTimeout(timer);
      socket.destroy();
      const { answers, rest } = readAnswers(text, methods ?? [], end === "closed");
      resolve({ answers, rest, end });
    };
    const count = methods?.length ?? Number.POSITIVE_INFINITY;
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (readAnswers(text, methods ?? [], false).answers.length >= count) finish("answered");
    });
    // Why: a reset ends a connection as well as a proper end; "close" follows both.
    socket.on("error", () => {});
    socket.on("end", () => finish("closed"));
    socket.on("close", () => finish("closed"));
    timer = setTimeout(() => finish("silence"), MOST_PATIENCE_MS);
  });
}
