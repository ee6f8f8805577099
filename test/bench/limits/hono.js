// What somebody would write otherwise: a bare Hono app that does by hand what the sandbox owes to each request.
// An id, the look-up of the key, its token bucket, and a record of the last thousand; JSON that is made once.
// It is JavaScript since Node 20 runs nothing else.
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const KEPT = 1_000;
const CAPACITY = 1_000_000_000;
const BEARER = /^bearer +(\S.*)$/i;

const keys = new Map();
const app = new Hono();
const journal = [];
let count = 0;

for (const [method, path, authorization, answer] of JSON.parse(process.argv[2] ?? "[]")) {
  const token = authorization.replace("Bearer ", "");
  if (answer.status === 401) continue;
  const key = keys.get(token) ?? { tokens: CAPACITY, at: Date.now(), answers: new Map() };
  keys.set(token, key);
  key.answers.set(`${method} ${path}`, answer);
  app.on(method, path, (c) => handle(c.req.raw, `${method} ${path}`));
}
app.notFound((c) => c.json({ error: "not found" }, 404));

function handle(request, route) {
  const { method, url, headers } = request;
  const record = {
    id: `req_3x9a2f1_${count.toString(36).padStart(5, "0")}`,
    method,
    url,
    headers,
    time: Date.now(),
    started: performance.now(),
    key: undefined,
    status: 0,
    ended: 0,
    sent: undefined,
    body: undefined,
  };
  journal[count++ % KEPT] = record;
  const key = keys.get(BEARER.exec(headers.get("authorization") ?? "")?.[1]);
  if (key === undefined) {
    const message = "The API key is missing, invalid, expired or revoked.";
    const error = { code: "unauthorized", message, requestId: record.id };
    const challenge = { "WWW-Authenticate": 'Bearer error="invalid_token"' };
    return respond(record, 401, JSON.stringify({ error }), challenge);
  }
  record.key = key;
  const gained = ((record.time - key.at) / 1_000) * CAPACITY;
  key.tokens = Math.min(CAPACITY, key.tokens + gained) - 1;
  key.at = record.time;
  if (key.tokens < 0) return respond(record, 429, "{}");
  const { status, body } = key.answers.get(route);
  return method === "POST"
    ? readLink(request, record, status, body)
    : respond(record, status, body);
}

async function readLink(request, record, status, body) {
  if (record.headers.get("content-type") !== "application/json") return respond(record, 400, "{}");
  record.sent = await request.text();
  const { productId } = JSON.parse(record.sent);
  return typeof productId === "string" ? respond(record, status, body) : respond(record, 400, "{}");
}

function respond(record, status, body, own) {
  record.status = status;
  record.body = body;
  record.ended = performance.now();
  const headers = {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "X-Request-Id": record.id,
    ...own,
  };
  return new Response(body, { status, headers });
}

const ready = (port) => process.stdout.write(`{"baseUrl":"http://127.0.0.1:${port}"}\n`);
const address = { hostname: "127.0.0.1", port: 0, fetch: app.fetch };
if ("Bun" in globalThis) ready(Bun.serve({ ...address, development: false }).port);
else serve(address, ({ port }) => ready(port));
