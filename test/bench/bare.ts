// Bare servers that answer as a sandbox does.
import { ask, type RequestName, type Requests, type SentRequest } from "./requests.ts";
import { type Server, startServer } from "./server.ts";

/**
 * Starts bare servers with what a sandbox answers. There are two, for a refused request differs only in
 * its key, which a bare server does not read.
 */
export async function startBare(
  command: readonly string[],
  { baseUrl }: Pick<Server, "baseUrl">,
  requests: Requests,
) {
  const { refused, ...granted } = requests;
  const record = async (request: SentRequest) => {
    const answer = await ask(baseUrl, request);
    return [request.method, request.path, answer] as const;
  };
  const recorded = await Promise.all(Object.values(granted).map(record));
  const of = (answers: readonly unknown[]) => startServer([...command, JSON.stringify(answers)]);
  const servers = new AsyncDisposableStack();
  const grants = servers.use(await of(recorded));
  const refuses = servers.use(await of([await record(refused)]));
  return {
    urlFor: (name: RequestName) => (name === "refused" ? refuses : grants).baseUrl,
    [Symbol.asyncDispose]: () => servers.disposeAsync(),
  };
}
