// The limit of what runs on Node: a bare node:http that sends the answers it is given, told apart by
// method, URL and key, and does nothing else. It is JavaScript since Node 20 runs nothing else.
import { createServer } from "node:http";

const answers = new Map();
for (const [method, path, key, answer] of JSON.parse(process.argv[2] ?? "[]")) {
  const headers = { ...answer.headers, "Content-Length": Buffer.byteLength(answer.body) };
  const byUrl = answers.get(method) ?? new Map();
  const byKey = byUrl.get(path) ?? new Map();
  answers.set(method, byUrl.set(path, byKey.set(key, { ...answer, headers })));
}

const server = createServer((request, response) => {
  const key = request.headers.authorization ?? "";
  const answer = answers.get(request.method)?.get(request.url)?.get(key);
  if (answer === undefined) response.writeHead(404).end();
  else if (request.method === "POST") request.resume().on("end", () => respond(response, answer));
  else respond(response, answer);
});

server.listen(0, "127.0.0.1", () => {
  process.stdout.write(
    `${JSON.stringify({ baseUrl: `http://127.0.0.1:${server.address().port}` })}\n`,
  );
});

function respond(response, { status, headers, body }) {
  response.writeHead(status, headers).end(body);
}
