// The limit of what runs on Bun: a bare Bun.serve that sends the answers it is given, told apart by
// method, URL and key, and does nothing else.
import type { Recorded } from "../requests.ts";

interface Prepared {
  readonly init: ResponseInit;
  readonly body: string | Blob;
}

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
const answers = new Map<string, Map<string, Map<string, Prepared>>>();
for (const [method, path, key, answer] of JSON.parse(process.argv[2] ?? "[]")) {
  const byUrl = answers.get(method) ?? new Map();
  const byKey = byUrl.get(baseUrl + path) ?? new Map();
  answers.set(method, byUrl.set(baseUrl + path, byKey.set(key, prepare(answer))));
}
await Bun.write(Bun.stdout, `${JSON.stringify({ baseUrl })}\n`);

// Why: what Bun sends at the least cost, which is a copy of headers, and of a long body a blob.
function prepare({ status, headers, body }: Recorded): Prepared {
  const init = { status, headers: new Headers(headers) };
  return { init, body: body.length > 1_000 ? new Blob([body]) : body };
}

function respond({ body, init }: Prepared): Response {
  return new Response(body, init);
}
