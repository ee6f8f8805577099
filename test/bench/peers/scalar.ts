// Scalar's mock server, a library that serves the examples of an OpenAPI document.
import { join } from "node:path";
import { describeAnswers } from "./openapi.ts";
import type { Peer } from "./peer.ts";

export const scalar: Peer = {
  name: "@scalar/mock-server",
  version: "0.14.4",
  async configure({ answers, port, directory }) {
    const program = join(directory, "serve.mjs");
    await Bun.write(
      program,
      `import { serve } from "@hono/node-server";
import { createMockServer } from "@scalar/mock-server";
const app = await createMockServer({ document: ${JSON.stringify(describeAnswers(answers))} });
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: ${port} });
`,
    );
    return [program];
  },
};
