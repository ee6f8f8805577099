// What the clients have in common: how they ask. Each of them relies on one thing that the specification does not promise.
export interface Server {
  readonly baseUrl: string;
  readonly key: string;
  readonly fetch: (request: Request) => Response | Promise<Response>;
}

export type Client = (server: Server) => Promise<void>;

const PREFIX = "/api/v1/integration";

export async function ask(server: Server, endpoint: string, body?: unknown): Promise<Response> {
  const { baseUrl, key, fetch } = server;
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  return fetch(new Request(`${baseUrl}${PREFIX}/${endpoint}`, { headers, ...init }));
}

/** Asks for a list; an empty one where there was an error. */
export async function list<Item>(server: Server, endpoint: string): Promise<readonly Item[]> {
  const text = await read(server, endpoint);
  return text === undefined ? [] : (JSON.parse(text) as Item[]);
}

/** The body of a successful response; undefined where there was an error, or no response. */
export async function read(server: Server, endpoint: string): Promise<string | undefined> {
  try {
    const response = await ask(server, endpoint);
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

export function insist(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}
