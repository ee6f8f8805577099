// The limit of what runs on Bun: a bare Bun.serve that sends the answers it is given, told apart by
// method, URL and key, and does nothing else.
import type { Recorded } from "../requests.ts";

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  development: false,
  fetch(request) {
    const key = request.headers.get("authorization") ?? "";
    const answer = answers.get(request.method)?.get(request.url)?.get(key);
    if (answer === undefined) return new Response(null, { status: 404 });
    if (request.method === "POST") return request.text().then(() => respond(answer));
    return respond(answer);
  },
});

const baseUrl = `http://127.0.0.1:${server.port}`;
const answers = new Map<string, Map<string, Map<string, Recorded>>>();
for (const [method, path, key, answer] of JSON.parse(process.argv[2] ?? "[]")) {
  const byUrl = answers.get(method) ?? new Map();
  const byKey = byUrl.get(baseUrl + path) ?? new Map();
  answers.set(method, byUrl.set(baseUrl + path, byKey.set(key, answer)));
}
await Bun.write(Bun.stdout, `${JSON.stringify({ baseUrl })}\n`);

function respond({ body, status, headers }: Recorded): Response {
  return new Response(body, { status, headers });
}
