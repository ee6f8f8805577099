// A bare Bun.serve that is given its answers, told apart by method, URL and key, and sends them as Bun does at
// the least cost: a copy of headers, and of a long body a blob. What else it does, each limit says.
import type { Recorded } from "../requests.ts";

export interface Prepared {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Blob;
}

/** Serves the answers that stand in the arguments by way of `respond`, and prints the address. */
export async function servePrepared(
  respond: (request: Request, answer: Prepared) => Response | Promise<Response>,
): Promise<void> {
  const answers = new Map<string, Map<string, Map<string, Prepared>>>();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    development: false,
    fetch(request) {
      const key = request.headers.get("authorization") ?? "";
      const answer = answers.get(request.method)?.get(request.url)?.get(key);
      return answer ? respond(request, answer) : new Response(null, { status: 404 });
    },
  });
  const baseUrl = `http://127.0.0.1:${server.port}`;
  for (const [method, path, key, answer] of JSON.parse(process.argv[2] ?? "[]")) {
    const byUrl = answers.get(method) ?? new Map();
    const byKey = byUrl.get(baseUrl + path) ?? new Map();
    answers.set(method, byUrl.set(baseUrl + path, byKey.set(key, prepare(answer))));
  }
  await Bun.write(Bun.stdout, `${JSON.stringify({ baseUrl })}\n`);
}

function prepare({ status, headers, body }: Recorded): Prepared {
  const long = body.length > 1_000;
  return { status, headers: new Headers(headers), body: long ? new Blob([body]) : body };
}
