// Which error a request with two mistakes gets: path, method, key, sandbox access, scope, input, product, in
// that order.
import { ENDPOINTS } from "../../contract/endpoints.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import type { Check } from "../check.ts";
import type { Client } from "../client.ts";
import type { ReceivedResponse } from "../exchange.ts";
import { expectError, expectHeader } from "../expect.ts";
import { link } from "../found.ts";

const UNKNOWN_PATH = `${ENDPOINTS.ping.path}s`;
const BROKEN_JSON = '{"productId":';

interface TwoMistakes extends Omit<Check, "run"> {
  readonly code: ErrorCode;
  ask(client: Client): Promise<ReceivedResponse>;
}

const TWO_MISTAKES: readonly TwoMistakes[] = [
  {
    id: "order-path-before-method",
    title: "an unknown path is a 404 whatever the method",
    code: "route_not_found",
    ask: (client) => client.send("DELETE", UNKNOWN_PATH, { key: "full" }),
  },
  {
    id: "order-path-before-key",
    title: "an unknown path is a 404 without a key",
    code: "route_not_found",
    ask: (client) => client.send("GET", UNKNOWN_PATH),
  },
  {
    id: "order-path-before-revoked-key",
    title: "an unknown path is a 404 with a revoked key",
    needs: ["revoked"],
    code: "route_not_found",
    ask: (client) => client.send("GET", UNKNOWN_PATH, { key: "revoked" }),
  },
  {
    id: "order-path-before-access",
    title: "an unknown path is a 404 without sandbox access",
    needs: ["noAccess"],
    code: "route_not_found",
    ask: (client) => client.send("GET", UNKNOWN_PATH, { key: "noAccess" }),
  },
  {
    id: "order-method-before-access",
    title: "a wrong method is a 405 without sandbox access",
    needs: ["noAccess"],
    code: "method_not_allowed",
    ask: (client) => client.send("DELETE", ENDPOINTS.orders.path, { key: "noAccess" }),
  },
  {
    id: "order-method-before-scope",
    title: "a wrong method is a 405 without the endpoint's scope",
    needs: ["linksOnly"],
    code: "method_not_allowed",
    ask: (client) => client.send("DELETE", ENDPOINTS.orders.path, { key: "linksOnly" }),
  },
  {
    id: "order-key-before-input",
    title: "broken JSON without a key is a 401",
    code: "unauthorized",
    ask: (client) => client.post(BROKEN_JSON),
  },
  {
    id: "order-revoked-key-before-input",
    title: "broken JSON with a revoked key is a 401",
    needs: ["revoked"],
    code: "unauthorized",
    ask: (client) => client.post(BROKEN_JSON, { key: "revoked" }),
  },
  {
    id: "order-key-before-product",
    title: "an unknown product without a key is a 401",
    code: "unauthorized",
    ask: (client) => link(client, crypto.randomUUID(), {}),
  },
  {
    id: "order-access-before-input",
    title: "broken JSON without sandbox access is a 403",
    needs: ["noAccess"],
    code: "sandbox_access_unavailable",
    ask: (client) => client.post(BROKEN_JSON, { key: "noAccess" }),
  },
  {
    id: "order-scope-before-input",
    title: "broken JSON without the scope is a 403",
    needs: ["readOnly"],
    code: "insufficient_scope",
    ask: (client) => client.post(BROKEN_JSON, { key: "readOnly" }),
  },
  {
    id: "order-scope-before-media-type",
    title: "a wrong media type without the scope is a 403",
    needs: ["readOnly"],
    code: "insufficient_scope",
    ask: (client) =>
      client.post(BROKEN_JSON, { key: "readOnly", headers: { "content-type": "text/plain" } }),
  },
  {
    id: "order-scope-before-product",
    title: "an unknown product without the scope is a 403",
    needs: ["readOnly"],
    code: "insufficient_scope",
    ask: (client) => link(client, crypto.randomUUID(), { key: "readOnly" }),
  },
  {
    id: "order-input-before-product",
    title: "an unknown product and a second field are a 400",
    code: "invalid_request",
    ask: (client) => {
      const body = JSON.stringify({ productId: crypto.randomUUID(), quantity: 1 });
      return client.post(body, { key: "full" });
    },
  },
];

export const orderOfChecksChecks: readonly Check[] = [
  ...TWO_MISTAKES.map(
    ({ code, ask, ...check }): Check => ({
      ...check,
      async run(client) {
        expectError(await ask(client), code);
      },
    }),
  ),
  ...Object.values(ENDPOINTS).map(
    ({ name, method, path }): Check => ({
      id: `order-method-before-key-${name}`,
      title: `a wrong method on ${name} is a 405 without a key, and Allow lists the right methods`,
      async run(client) {
        const response = await client.send(method === "GET" ? "POST" : "GET", path);
        expectError(response, "method_not_allowed");
        expectHeader(response, "Allow", method === "GET" ? "GET, HEAD" : "POST");
      },
    }),
  ),
];
