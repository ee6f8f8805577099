// The first 200 of a server that has just said that it is ready, on a fresh connection.

/** Waits for it. Rejects on any other answer. */
export function firstAnswer(baseUrl: string, path = "/", apiKey = ""): Promise<void> {
  const { hostname, port, host } = new URL(baseUrl);
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${apiKey}`,
    "",
    "",
  ];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Why: not fetch, whose own cost would be part of what is measured.
  void Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: (socket) => void socket.write(lines.join("\r\n")),
      data(socket, bytes) {
        const [status = ""] = bytes.toString().split("\r\n");
        if (status.startsWith("HTTP/1.1 200")) resolve();
        else reject(new Error(`GET ${baseUrl}${path} was answered ${status}`));
        socket.end();
      },
      // Why: a connection may be taken, and dropped, before there is an app behind it.
      close: () => reject(new Error(`GET ${baseUrl}${path} was not answered`)),
      error: (_socket, error) => reject(error),
    },
  }).catch(reject);
  return promise;
}
