// Whether anybody listens at an address, asked by a connection that says nothing.
import { connect } from "node:net";

/** How long an address has to refuse. */
const PATIENCE_MS = 1_000;

/** Tells whether the server of an http or https URL is surely not there, as its port refuses connections. */
export function refusesConnections(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  const usual = protocol === "https:" ? 443 : 80;
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, "");
    const socket = connect({ host, port: port === "" ? usual : Number(port) });
    const end = (isRefused: boolean) => {
      socket.destroy();
      resolve(isRefused);
    };
    socket.setTimeout(PATIENCE_MS, () => end(false));
    socket.once("connect", () => end(false));
    socket.once("error", (error) => end("code" in error && error.code === "ECONNREFUSED"));
  });
}
