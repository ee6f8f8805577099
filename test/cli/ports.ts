// Which addresses and ports of this machine are free.

/** Tells whether this machine has an address, and its port is free. */
export function canListenOn(hostname: string, port = 0): boolean {
  try {
    listenOn(hostname, port).stop(true);
    return true;
  } catch {
    return false;
  }
}

/** Finds a port of 127.0.0.1 that is free now. */
export function freePort(): number {
  const listener = listenOn("127.0.0.1", 0);
  listener.stop(true);
  return listener.port;
}

function listenOn(hostname: string, port: number) {
  return Bun.listen({ hostname, port, socket: { data() {} } });
}
