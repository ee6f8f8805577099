// The headers of every response: the media type of JSON, no-store, a unique request id, and no CORS headers.
import { ENDPOINTS } from "../../contract/endpoints.ts";
import type { Check } from "../check.ts";
import type { CallOptions, Client } from "../client.ts";
import type { ReceivedResponse } from "../exchange.ts";
import { expectHeader, expectJsonType, expectSame, expectStatus, expectTrue } from "../expect.ts";
import { link, publishedProduct } from "../found.ts";
import { Mismatch } from "../mismatch.ts";

const ORIGIN = "https://shop.example";

export const headersChecks: readonly Check[] = [
  {
    id: "header-content-type",
    title: "every response is application/json, including errors",
    async run(client) {
      for (const response of await everyKind(client)) expectJsonType(response);
    },
  },
  {
    id: "header-cache-control",
    title: "every response has Cache-Control: no-store",
    async run(client) {
      for (const response of await everyKind(client))
        expectHeader(response, "Cache-Control", "no-store");
    },
  },
  {
    id: "header-request-id",
    title: "every response has a unique X-Request-Id",
    async run(client) {
      const ids = (await everyKind(client)).map((response) =>
        expectHeader(response, "X-Request-Id"),
      );
      expectTrue(!ids.includes(""), "request ids that are not empty", ids);
      expectTrue(new Set(ids).size === ids.length, "request ids that differ", ids);
    },
  },
  {
    id: "header-own-request-id",
    title: "two requests with the same X-Request-Id get different ids",
    async run(client) {
      const call: CallOptions = { key: "full", headers: { "x-request-id": "mine" } };
      const [first, second] = [await client.get("ping", call), await client.get("ping", call)];
      const id = expectHeader(first, "X-Request-Id");
      expectTrue(id !== expectHeader(second, "X-Request-Id"), "request ids that differ", id);
    },
  },
  {
    id: "header-no-cors",
    title: "no response has an Access-Control header, with or without an Origin",
    async run(client) {
      for (const headers of [{}, { origin: ORIGIN }]) {
        for (const response of await everyKind(client, headers)) expectNoCors(response);
      }
    },
  },
  {
    id: "header-origin-ignored",
    title: "a request with an Origin gets the normal response",
    async run(client) {
      const response = await client.get("ping", { key: "full", headers: { origin: ORIGIN } });
      expectStatus(response, 200);
      expectSame("the response", response.text, (await client.first("ping", "full")).text);
    },
  },
  {
    id: "header-preflight",
    title: "a CORS preflight gets 405 without Access-Control headers",
    async run(client) {
      const headers = { origin: ORIGIN, "access-control-request-method": "GET" };
      const response = await client.send("OPTIONS", ENDPOINTS.ping.path, { headers });
      expectStatus(response, 405);
      expectNoCors(response);
    },
  },
  {
    id: "header-accept-ignored",
    title: "ping returns 200 with JSON for any Accept header",
    async run(client) {
      for (const accept of ["text/html", "application/xml;q=1, */*;q=0"]) {
        const response = await client.get("ping", { key: "full", headers: { accept } });
        expectStatus(response, 200);
        expectJsonType(response);
      }
    },
  },
];

/** Returns one response of each kind that the full key, or no key, can get. */
async function everyKind(
  client: Client,
  headers: Record<string, string> = {},
): Promise<ReceivedResponse[]> {
  const good: CallOptions = { key: "full", headers };
  const productId = (await publishedProduct(client)).id;
  const responses: readonly [number, Promise<ReceivedResponse>][] = [
    [200, client.get("ping", good)],
    [200, client.get("products", good)],
    [200, client.get("orders", good)],
    [201, link(client, productId, good)],
    [400, client.post("{}", good)],
    [401, client.get("ping", { headers })],
    [404, link(client, crypto.randomUUID(), good)],
    [404, client.send("GET", "/", good)],
    [405, client.send("DELETE", ENDPOINTS.ping.path, good)],
  ];
  return Promise.all(
    responses.map(async ([status, pending]) => {
      const response = await pending;
      expectStatus(response, status);
      return response;
    }),
  );
}

function expectNoCors(response: ReceivedResponse): void {
  const name = [...response.headers.keys()].find((each) => each.startsWith("access-control-"));
  if (name === undefined) return;
  throw new Mismatch(
    `no Access-Control header with the ${response.status} to ${response.request}`,
    name,
  );
}
