// json-server, the stable one and the coming one, which serve the keys of a JSON file as resources.
import { join } from "node:path";
import type { Peer, Setup } from "./peer.ts";

const COMMON = {
  name: "json-server",
  paths: { ping: "/ping", orders: "/orders" },
  missing: { link: "a POST stores what was sent, and answers that" },
} as const;

export const jsonServer: Peer = {
  ...COMMON,
  version: "0.17.4",
  async configure(setup) {
    const file = await writeDatabase(setup);
    const bin = join(setup.directory, "node_modules/json-server/lib/cli/bin.js");
    return [bin, "--quiet", "--host", "127.0.0.1", "--port", `${setup.port}`, file];
  },
};

export const jsonServerBeta: Peer = {
  ...COMMON,
  version: "1.0.0-beta.15",
  async configure(setup) {
    const file = await writeDatabase(setup);
    const bin = join(setup.directory, "node_modules/json-server/lib/bin.js");
    return [bin, "--host", "127.0.0.1", "--port", `${setup.port}`, file];
  },
};

async function writeDatabase({ answers, directory }: Setup): Promise<string> {
  const file = join(directory, "db.json");
  const of = (name: "ping" | "orders") => JSON.parse(answers[name].answer.body);
  await Bun.write(file, JSON.stringify({ ping: of("ping"), orders: of("orders") }));
  return file;
}
