// The limit of what runs on Bun: a bare Bun.serve that sends the answers it is given, and does nothing else.
import { findAnswer, type Prepared, prepareAnswers } from "./prepared.ts";

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  development: false,
  fetch(request) {
    const answer = findAnswer(request);
    if (answer === undefined) return new Response(null, { status: 404 });
    if (request.method === "POST") return request.text().then(() => respond(answer));
    return respond(answer);
  },
});

const baseUrl = `http://127.0.0.1:${server.port}`;
prepareAnswers(baseUrl);
await Bun.write(Bun.stdout, `${JSON.stringify({ baseUrl })}\n`);

function respond({ body, status, headers }: Prepared): Response {
  return new Response(body, { status, headers });
}
