// Bare servers that answer as a sandbox does.
import { ask, type Requests } from "./requests.ts";
import { type Server, startServer } from "./server.ts";

/** Starts a bare server with what a sandbox answers. */
export async function startBare(
  command: readonly string[],
  { baseUrl }: Pick<Server, "baseUrl">,
  requests: Requests,
): Promise<Server> {
  const recorded = Object.values(requests).map(async (request) => {
    const { method, path, headers } = request;
    return [method, path, headers.Authorization ?? "", await ask(baseUrl, request)] as const;
  });
  return startServer([...command, JSON.stringify(await Promise.all(recorded))]);
}
