// The limit of what runs on Bun: a bare Bun.serve that sends the answers it is given, and does nothing else.
import { type Prepared, servePrepared } from "./prepared.ts";

await servePrepared((request, answer) =>
  request.method === "POST" ? request.text().then(() => respond(answer)) : respond(answer),
);

function respond({ body, status, headers }: Prepared): Response {
  return new Response(body, { status, headers });
}
