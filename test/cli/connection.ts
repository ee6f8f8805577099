// A bare TCP connection, for what `fetch` can't do: half a request, an idle connection, odd bytes.
import { connect } from "node:net";

export interface Connection {
  /** Resolves with all that was received once it holds `text`. */
  until(text: string): Promise<string>;
  /** Resolves once the bytes are handed to the system. */
  send(bytes: string): Promise<void>;
  /** Resolves with all that was received once the other side has ended it. */
  readonly closed: Promise<string>;
}

/** Connects to the port of an address on this machine. */
export async function openConnection(address: string): Promise<Connection> {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(address).port) });
  const closed = Promise.withResolvers<string>();
  let received = "";
  let onData = () => {};
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => {
    received += chunk;
    onData();
  });
  socket.on("error", () => {});
  socket.on("close", () => closed.resolve(received));
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  return {
    closed: closed.promise,
    send: (bytes) => new Promise((resolve) => socket.write(bytes, "latin1", () => resolve())),
    until: (text) =>
      new Promise((resolve, reject) => {
        onData = () => received.includes(text) && resolve(received);
        onData();
        closed.promise.then(() => reject(new Error(`ended without ${text}:\n${received}`)));
      }),
  };
}

/** Writes a request of HTTP/1.1 out, with the key of the embedded seeds that may do all. */
export function requestText(line: string, headers: readonly string[] = []): string {
  const authorization = "Authorization: Bearer mst_acme_full";
  return [`${line} HTTP/1.1`, "Host: 127.0.0.1", authorization, ...headers, "", ""].join("\r\n");
}
