// What grows: how many there are of it, and how a server that holds so many is started.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeWorld } from "./control.ts";
import { writeKeyFiles, writeOrderFiles } from "./orders.ts";
import { EXECUTABLE, FLAGS } from "./programs.ts";
import { type Server, startServer } from "./server.ts";

const SANDBOX = [EXECUTABLE, ...FLAGS, "--no-watch", "--rate-limit", "1000000000/1000000000"];
/** How many worlds are asked for at once. */
const AT_ONCE = 16;

export interface Growth {
  readonly title: string;
  readonly sizes: Readonly<Record<"quick" | "usual", readonly number[]>>;
  start(size: number, directory: string): Promise<Grown>;
}

/** A server that holds so many. */
export interface Grown extends AsyncDisposable {
  readonly size: number;
  readonly server: Server;
  /** Where requests go. */
  readonly url: string;
}

export const GROWTHS: readonly Growth[] = [
  {
    title: "orders",
    sizes: { quick: [10, 1_000, 10_000], usual: [10, 1_000, 100_000, 1_000_000] },
    start: async (size, directory) => grownOf(size, await startWithOrders(size, directory)),
  },
  {
    title: "keys",
    sizes: { quick: [10, 1_000], usual: [10, 1_000, 100_000] },
    async start(size, directory) {
      const seeds = join(directory, `keys-${size}`);
      await writeKeyFiles(seeds, size);
      return grownOf(size, await startServer([...SANDBOX, "--seeds", seeds]));
    },
  },
  {
    title: "worlds",
    sizes: { quick: [1, 1_000], usual: [1, 1_000, 20_000] },
    async start(size) {
      const server = await startServer(SANDBOX);
      const url = await makeWorld(server);
      let left = size - 1;
      const make = async () => {
        while (left-- > 0) await makeWorld(server);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, make));
      return grownOf(size, server, url);
    },
  },
];

/** Starts a sandbox over so many orders. The seeds are written once a run. */
export async function startWithOrders(size: number, directory: string): Promise<Server> {
  const seeds = join(directory, `orders-${size}`);
  if (!existsSync(seeds)) await writeOrderFiles(seeds, size);
  return startServer([...SANDBOX, "--seeds", seeds]);
}

function grownOf(size: number, server: Server, url = server.baseUrl): Grown {
  return { size, server, url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
