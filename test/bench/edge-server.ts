// A shared sandbox in the engine itself, as a process: the folder that the executable's `bundle` writes, with
// tests' probe in front of it where one is asked for.
import { join } from "node:path";
import * as v from "valibot";
import workerd from "workerd";
import { type Made, MadeSchema } from "../edge/made.ts";
import { startProcess } from "./processes.ts";
import { EXECUTABLE, ROOT } from "./programs.ts";

const TOKEN = "token-of-the-bench";

// Why: the limiter does all that it does, and refuses nothing.
const UNREACHED = { settings: { rateLimit: { capacity: 1e9, refillPerSecond: 1e9 } } };

export interface EdgeServer extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  make(): Promise<Made>;
}

/** Starts the engine on what is stored in a directory; `main` is the module that it asks. */
export async function startEdge(directory: string, main = "worker.js"): Promise<EdgeServer> {
  const folder = join(directory, "edge");
  await Bun.$`${EXECUTABLE} bundle --out ${folder}`.cwd(directory).quiet();
  const others = ["test/edge/probe.js", "test/bench/limits/object.js"];
  await Bun.$`cp ${others.map((path) => join(ROOT, path))} ${folder}`.quiet();
  await Bun.$`mkdir -p ${folder}/storage`.quiet();
  await Bun.write(join(folder, "config.capnp"), formatConfig(main));
  const command = [workerd, "serve", "--experimental", "--control-fd=1", "config.capnp"];
  const child = startProcess(command, folder);
  const url = `http://127.0.0.1:${await portOf(child.stdout)}`;
  return {
    url,
    pid: child.pid,
    async make() {
      const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
      const body = JSON.stringify({ seeds: UNREACHED });
      const answer = await fetch(`${url}/_sandbox/worlds`, { method: "POST", headers, body });
      return v.parse(MadeSchema, await answer.json());
    },
    [Symbol.asyncDispose]: () => {
      child.kill("SIGKILL");
      return child.exited.then(() => {});
    },
  };
}

const ListenSchema = v.object({ event: v.literal("listen"), port: v.number() });

async function portOf(stream: ReadableStream<Uint8Array>): Promise<number> {
  const reader = stream.getReader();
  const { value } = await reader.read();
  const [line = ""] = new TextDecoder().decode(value).split("\n");
  return v.parse(ListenSchema, JSON.parse(line)).port;
}

function formatConfig(main: string): string {
  const classes = { WORLDS: "WorldObject", REGISTRIES: "Registry", SEEDS: "KeptSeeds" };
  const modules = [...new Set([main, "worker.js", "seeds.js"])].map(
    (name) => `(name = "${name}", esModule = embed "${name}")`,
  );
  const bindings = Object.entries(classes).map(
    ([name, className]) => `(name = "${name}", durableObjectNamespace = "${className}")`,
  );
  const namespaces = Object.values(classes).map(
    (name) => `(className = "${name}", uniqueKey = "${name}", enableSql = true)`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "storage", disk = (path = "storage", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [${modules.join(", ")}],
  compatibilityDate = "2026-05-01",
  bindings = [(name = "CONTROL_TOKENS", text = "${TOKEN}"), (name = "MAX_WORLDS", text = "100000"), ${bindings.join(", ")}],
  durableObjectNamespaces = [${namespaces.join(", ")}],
  durableObjectStorage = (localDisk = "storage"),
);
`;
}
