// Vercel's emulate, with an emulator of our API that answers as its examples do.
import { join } from "node:path";
import type { Peer } from "./peer.ts";

export const emulate: Peer = {
  name: "emulate",
  version: "0.12.2",
  async configure({ answers, port, directory }) {
    const file = join(directory, "emulate.config.mjs");
    const routes = Object.values(answers).map(({ request, answer }, n) => {
      const sent = `await c.req.json(); `;
      const reads = request.body ? sent : "";
      return `    app.${request.method.toLowerCase()}("${request.path}", async (c) => { ${reads}return c.json(state.bodies[${n}], ${answer.status}); });`;
    });
    const bodies = Object.values(answers).map(({ answer }) => JSON.parse(answer.body));
    await Bun.write(
      file,
      `import { defineConfig, defineEmulator } from "emulate";
const sandbox = defineEmulator({
  name: "sandbox",
  state: () => ({ bodies: ${JSON.stringify(bodies)} }),
  setup({ app, state }) {
${routes.join("\n")}
  },
});
export default defineConfig({ services: { sandbox: { emulator: sandbox } } });
`,
    );
    const bin = join(directory, "node_modules/emulate/dist/index.js");
    return [bin, "start", "--port", `${port}`, "--config", file];
  },
};
