// Mockoon, which serves the routes of its own JSON file.
import { join } from "node:path";
import type { Peer } from "./peer.ts";

export const mockoon: Peer = {
  name: "@mockoon/cli",
  version: "9.9.0",
  async configure({ answers, port, directory }) {
    const file = join(directory, "mockoon.json");
    const routes = Object.values(answers).map(({ request, answer }, n) => ({
      uuid: `00000000-0000-4000-8000-00000000000${n}`,
      type: "http",
      method: request.method.toLowerCase(),
      endpoint: request.path.slice(1),
      responses: [
        {
          uuid: `00000000-0000-4000-8000-00000000010${n}`,
          statusCode: answer.status,
          headers: [{ key: "Content-Type", value: "application/json" }],
          bodyType: "INLINE",
          body: answer.body,
          rules: [],
          default: true,
        },
      ],
    }));
    const rootChildren = routes.map(({ uuid }) => ({ type: "route", uuid }));
    await Bun.write(file, JSON.stringify({ name: "recorded", port, routes, rootChildren }));
    const bin = join(directory, "node_modules/@mockoon/cli/bin/run.js");
    const flags = [
      "--repair",
      "--disable-log-to-file",
      "--disable-admin-api",
      "--max-transaction-logs",
      "1",
    ];
    return [bin, "start", "--data", file, "--port", `${port}`, ...flags];
  },
};
