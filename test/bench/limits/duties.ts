// What is left of the limit once a bare Bun.serve does by hand the least that the sandbox owes to each request:
// an id of its own, the time, how its body comes and what it holds, and a record of the last thousand.
import { type Prepared, servePrepared } from "./prepared.ts";

interface Kept {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly time: number;
  readonly started: number;
  readonly answer: Prepared;
  ended: number;
  sent: string;
}

const KEPT = 1_000;
const kept: Kept[] = [];
let count = 0;

await servePrepared((request, answer) => {
  const { method, url, headers } = request;
  const length = headers.get("content-length");
  if (length === null && headers.has("transfer-encoding")) return refuse();
  const record = {
    id: `req_3x9a2f1_${(36 ** 4 + count).toString(36)}`,
    method,
    url,
    headers,
    time: Date.now(),
    started: performance.now(),
    answer,
    ended: 0,
    sent: "",
  };
  kept[count++ % KEPT] = record;
  if (method !== "POST") return respond(record);
  if (headers.get("content-type") !== "application/json") return refuse();
  return request.text().then((text) => {
    record.sent = text;
    return typeof JSON.parse(text).productId === "string" ? respond(record) : refuse();
  });
});

function respond(record: Kept): Response {
  const { status, headers, body } = record.answer;
  headers.set("X-Request-Id", record.id);
  record.ended = performance.now();
  return new Response(body, { status, headers });
}

function refuse(): Response {
  return new Response(null, { status: 400 });
}
