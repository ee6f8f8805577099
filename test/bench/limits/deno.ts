// The limit of what runs on Deno: a bare Deno.serve that sends the answers it is given, told apart by
// method, URL and key, and does nothing else.
import type { Recorded } from "../requests.ts";

declare const Deno: {
  readonly args: readonly string[];
  serve(
    options: { hostname: string; port: number; onListen: () => void },
    handler: (request: Request) => Response | Promise<Response>,
  ): { readonly addr: { readonly port: number } };
};

const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
  const key = request.headers.get("authorization") ?? "";
  const answer = answers.get(request.method)?.get(request.url)?.get(key);
  if (answer === undefined) return new Response(null, { status: 404 });
  if (request.method === "POST") return request.text().then(() => respond(answer));
  return respond(answer);
});

const baseUrl = `http://127.0.0.1:${server.addr.port}`;
const answers = new Map<string, Map<string, Map<string, Recorded>>>();
for (const [method, path, key, answer] of JSON.parse(Deno.args[0] ?? "[]")) {
  const byUrl = answers.get(method) ?? new Map();
  const byKey = byUrl.get(baseUrl + path) ?? new Map();
  answers.set(method, byUrl.set(baseUrl + path, byKey.set(key, answer)));
}
// biome-ignore lint/suspicious/noConsole: nothing else that prints is loaded here.
console.log(JSON.stringify({ baseUrl }));

function respond({ body, status, headers }: Recorded): Response {
  return new Response(body, { status, headers });
}
