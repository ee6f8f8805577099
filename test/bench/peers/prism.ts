// Stoplight Prism, which serves the examples of an OpenAPI document.
import { join } from "node:path";
import { describeAnswers } from "./openapi.ts";
import type { Peer } from "./peer.ts";

export const prism: Peer = {
  name: "@stoplight/prism-cli",
  version: "5.16.0",
  async configure({ answers, port, directory }) {
    const document = join(directory, "openapi.json");
    await Bun.write(document, JSON.stringify(describeAnswers(answers)));
    const bin = join(directory, "node_modules/@stoplight/prism-cli/dist/index.js");
    return [bin, "mock", "--port", `${port}`, "--verboseLevel", "silent", document];
  },
};
