// Which requests reach an endpoint: the four exact paths, the right methods, HEAD as GET without a body, and
// any query.
import { ENDPOINT_NAMES, ENDPOINTS, type EndpointName } from "../../contract/endpoints.ts";
import type { Check } from "../check.ts";
import { READ_NAMES, type ReadEndpoint } from "../client.ts";
import { expectError, expectHeader, expectSame, expectStatus } from "../expect.ts";
import { link, publishedProduct } from "../found.ts";

const PING = ENDPOINTS.ping.path;

// Runtime: double slashes before the path are not tested, because Bun's `fetch` joins them.
const NEAR_PATHS = [
  { name: "trailing-slash", title: "a slash at its end", path: `${PING}/` },
  { name: "inner-slashes", title: "two slashes inside", path: PING.replace("/ping", "//ping") },
  {
    name: "upper-case",
    title: "its last segment in upper case",
    path: PING.replace("ping", "PING"),
  },
  { name: "upper-case-prefix", title: "API for api", path: PING.replace("/api", "/API") },
  { name: "encoded-letter", title: "an encoded letter", path: PING.replace("/ping", "/%70ing") },
  { name: "encoded-slash", title: "an encoded slash", path: PING.replace("/ping", "%2Fping") },
  { name: "encoded-blank", title: "an encoded space at its end", path: `${PING}%20` },
  { name: "parameter", title: "a parameter after a semicolon", path: `${PING};v=1` },
  { name: "more", title: "an extra segment", path: `${PING}/me` },
  { name: "other-version", title: "another version", path: PING.replace("/v1", "/v2") },
  { name: "no-version", title: "no version", path: PING.replace("/v1", "") },
  { name: "prefix", title: "no endpoint", path: PING.replace("/ping", "") },
] as const;

// Contract: §4.2 and §4.3 define no parameters, so there is no pagination and no filter.
const QUERIES = ["limit=1", "page=2&per_page=1", "status=NONE&state=NONE", "unknown", ""] as const;

export const routingChecks: readonly Check[] = [
  ...NEAR_PATHS.map(
    ({ name, title, path }): Check => ({
      id: `path-${name}`,
      title: `a path with ${title} is a 404`,
      async run(client) {
        expectError(await client.send("GET", path, { key: "full" }), "route_not_found");
      },
    }),
  ),
  ...ENDPOINT_NAMES.map(
    (endpoint): Check => ({
      id: `path-${endpoint}-trailing-slash`,
      title: `${endpoint} with a slash at its end is a 404 without a key`,
      async run(client) {
        const { method, path } = ENDPOINTS[endpoint];
        expectError(await client.send(method, `${path}/`), "route_not_found");
      },
    }),
  ),
  ...ENDPOINT_NAMES.map(wrongMethods),
  ...READ_NAMES.map(headLikeGet),
  {
    id: "head-without-key",
    title: "HEAD without a key returns 401 with a challenge and no body",
    async run(client) {
      const response = await client.send("HEAD", PING);
      expectStatus(response, 401);
      expectHeader(response, "WWW-Authenticate");
      expectSame("the body", response.text, "");
    },
  },
  {
    id: "head-without-scope",
    title: "HEAD without the endpoint's scope returns 403",
    needs: ["linksOnly"],
    async run(client) {
      expectStatus(await client.send("HEAD", ENDPOINTS.orders.path, { key: "linksOnly" }), 403);
    },
  },
  ...READ_NAMES.map(queryIgnored),
  {
    id: "query-ignored-checkout-links",
    title: "checkout-links returns 201 with any query",
    async run(client) {
      const { id } = await publishedProduct(client);
      const query = "productId=1&limit=1";
      expectStatus(await link(client, id, { key: "full", query }), 201);
    },
  },
];

function wrongMethods(endpoint: EndpointName): Check {
  const { method, path } = ENDPOINTS[endpoint];
  const isRead = method === "GET";
  const wrong = ["PUT", "PATCH", "DELETE", "OPTIONS", ...(isRead ? ["POST"] : ["GET", "HEAD"])];
  const allow = isRead ? "GET, HEAD" : "POST";
  return {
    id: `method-${endpoint}`,
    title: `${endpoint} returns 405 and Allow: ${allow} to any other method`,
    async run(client) {
      for (const each of wrong) {
        const response = await client.send(each, path, { key: "full" });
        if (each === "HEAD") expectStatus(response, 405);
        else expectError(response, "method_not_allowed");
        expectHeader(response, "Allow", allow);
      }
    },
  };
}

function headLikeGet(endpoint: ReadEndpoint): Check {
  return {
    id: `head-${endpoint}`,
    title: `HEAD of ${endpoint} is like GET, without the body`,
    async run(client) {
      const [get, head] = [
        await client.first(endpoint, "full"),
        await client.send("HEAD", ENDPOINTS[endpoint].path, { key: "full" }),
      ];
      expectStatus(head, get.status);
      const type = get.headers.get("content-type");
      expectSame("the Content-Type of HEAD", head.headers.get("content-type"), type);
      expectSame("the body of HEAD", head.text, "");
    },
  };
}

function queryIgnored(endpoint: ReadEndpoint): Check {
  return {
    id: `query-ignored-${endpoint}`,
    title: `${endpoint} ignores the query`,
    async run(client) {
      const { text } = await client.get(endpoint, { key: "full" });
      for (const query of QUERIES) {
        const response = await client.get(endpoint, { key: "full", query });
        expectStatus(response, 200);
        expectSame(`the response to ?${query}`, response.text, text);
      }
    },
  };
}
