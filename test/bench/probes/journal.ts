// A sandbox that keeps its journal, or one that notes nothing.
import { startSandbox } from "../../../src/library/library.ts";

const { sandbox, baseUrl, apiKey } = await startSandbox({
  port: 0,
  overrides: { rateLimit: "off" },
});
if (process.argv[2] === "without") {
  const world = sandbox.worlds.default;
  const idle = { ...world.journal, note() {}, complete() {} };
  Object.defineProperty(world, "journal", { value: idle });
}
process.stdout.write(`${JSON.stringify({ baseUrl, apiKey })}\n`);
