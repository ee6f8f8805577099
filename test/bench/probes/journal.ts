// A sandbox that keeps its journal, or one that notes nothing.

import { createSandbox } from "../../../src/library.ts";
import { listen } from "../../../src/runtime/listen.ts";

const { api, worlds, handle } = createSandbox({ overrides: { rateLimit: "off" } });
if (process.argv[2] === "without") {
  const idle = { ...worlds.default.journal, note() {}, complete() {} };
  Object.defineProperty(worlds.default, "journal", { value: idle });
}
const { port } = await listen({ hostname: "127.0.0.1", port: 0, fetch: api.fetch });
const { apiKey } = handle("default");
process.stdout.write(`${JSON.stringify({ baseUrl: `http://127.0.0.1:${port}`, apiKey })}\n`);
