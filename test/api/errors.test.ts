// What a refusal says: its status, its headers and its body, in each form that the settings know.
import { describe, expect, test } from "bun:test";
import type { EndpointName } from "../../src/contract/endpoints.ts";
import { bodyFor, type CallOptions, errorText, IDS, SEEDS, sandbox } from "../support/sandbox.ts";

interface Refusal {
  readonly code: string;
  readonly title: string;
  readonly message: string;
  readonly status: number;
  readonly target: EndpointName | `/${string}`;
  readonly call: CallOptions;
  readonly headers?: Readonly<Record<string, string>>;
  readonly issues?: object[];
}

const REFUSALS: readonly Refusal[] = [
  {
    code: "invalid_request",
    title: "Bad Request",
    message: "The request is invalid.",
    status: 400,
    target: "checkout-links",
    call: { key: "mst_acme_full", body: "{}" },
    issues: [{ path: "productId", message: "This field is required." }],
  },
  {
    code: "unauthorized",
    title: "Unauthorized",
    message: "The API key is missing, invalid, expired or revoked.",
    status: 401,
    target: "ping",
    call: { key: "mst_acme_revoked" },
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  },
  {
    code: "sandbox_access_unavailable",
    title: "Forbidden",
    message: "Sandbox access is unavailable.",
    status: 403,
    target: "ping",
    call: { key: "mst_closed_full" },
  },
  {
    code: "insufficient_scope",
    title: "Forbidden",
    message: "The API key lacks the scope of this endpoint.",
    status: 403,
    target: "orders",
    call: { key: "mst_acme_none" },
    headers: { "www-authenticate": 'Bearer error="insufficient_scope", scope="orders:read"' },
  },
  {
    code: "product_not_found",
    title: "Not Found",
    message: "No published product of yours has this id.",
    status: 404,
    target: "checkout-links",
    call: { key: "mst_acme_full", body: bodyFor(IDS.unknown) },
  },
  {
    code: "route_not_found",
    title: "Not Found",
    message: "There is no endpoint at this path.",
    status: 404,
    target: "/",
    call: { key: "mst_acme_full" },
  },
  {
    code: "method_not_allowed",
    title: "Method Not Allowed",
    message: "The endpoint does not support this method.",
    status: 405,
    target: "checkout-links",
    call: { method: "GET" },
    headers: { allow: "POST" },
  },
  {
    code: "rate_limit_exceeded",
    title: "Too Many Requests",
    message: "The rate limit is exceeded.",
    status: 429,
    target: "ping",
    call: { key: "mst_acme_once" },
    headers: { "retry-after": "10" },
  },
];

/** Asks for a refusal of a sandbox whose settings name a form of error bodies. */
async function refuse({ code, target, call }: Refusal, errorBody: string) {
  const made = sandbox({ seeds: `${SEEDS}  errorBody: ${errorBody}\n` });
  if (code === "rate_limit_exceeded") await made.call(target, call);
  return made.call(target, call);
}

const headersOf = ({ headers }: Refusal, type: string) => ({
  "cache-control": "no-store",
  "content-type": type,
  ...headers,
});

const CASES = REFUSALS.map((refusal) => [`${refusal.status} ${refusal.code}`, refusal] as const);

describe.each(CASES)("an error with %s", (_name, refusal) => {
  const { code, title, message, status, issues } = refusal;

  test("has code, message and request id, and issues if it is a 400", async () => {
    expect(await refuse(refusal, "json")).toEqual({
      status,
      headers: headersOf(refusal, "application/json"),
      text: expect.any(String),
      id: expect.stringMatching(/^req_\w+$/),
    });
    const { text, id } = await refuse(refusal, "json");
    expect(text).toBe(errorText(code, message, id, issues));
  });

  test("has RFC 9457's members under `errorBody: problem`", async () => {
    const { text, id, ...rest } = await refuse(refusal, "problem");
    const problem = { type: "about:blank", title, status, detail: message };
    expect(text).toBe(JSON.stringify({ ...problem, code, requestId: id, issues }));
    expect(rest).toEqual({ status, headers: headersOf(refusal, "application/problem+json") });
  });

  test("is empty under `errorBody: empty`", async () => {
    const { id: _id, ...rest } = await refuse(refusal, "empty");
    expect(rest).toEqual({ status, headers: headersOf(refusal, "application/json"), text: "" });
  });

  test("is a gateway's page under `errorBody: html`", async () => {
    const { id: _id, ...rest } = await refuse(refusal, "html");
    const text = [
      "<html>",
      `<head><title>${status} ${title}</title></head>`,
      "<body>",
      `<center><h1>${status} ${title}</h1></center>`,
      "<hr><center>gateway</center>",
      "</body>",
      "</html>",
      "",
    ].join("\r\n");
    expect(rest).toEqual({ status, headers: headersOf(refusal, "text/html"), text });
  });
});

test.each(["json", "problem", "empty", "html"])(
  "`errorBody: %s` does not change a successful response",
  async (errorBody) => {
    const { call } = sandbox({ seeds: `${SEEDS}  errorBody: ${errorBody}\n` });
    const { id: _id, ...response } = await call("ping", { key: "mst_acme_none" });
    expect(response).toEqual({
      status: 200,
      headers: { "cache-control": "no-store", "content-type": "application/json" },
      text: `{"merchantId":"${IDS.acme}","scopes":[],"environment":"SANDBOX","liveEnabled":false}`,
    });
  },
);
