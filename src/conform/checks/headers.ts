// What every answer carries, good or bad: the media type of JSON, no-store, a request id of its own,
// and nothing for browsers.
import { ENDPOINTS } from "../../contract/endpoints.ts";
import type { Check } from "../check.ts";
import type { Call, Client } from "../client.ts";
import type { Answer } from "../exchange.ts";
import { expectHeader, expectJsonType, expectSame, expectStatus, expectTrue } from "../expect.ts";
import { publishedProduct } from "../found.ts";
import { Mismatch } from "../mismatch.ts";

const ORIGIN = "https://shop.example";

export const headersChecks: readonly Check[] = [
  {
    id: "header-content-type",
    section: "reading: Formats",
    promise: "sandbox",
    title: "every answer is application/json, errors included",
    needs: [],
    async run(client) {
      for (const answer of await everyKind(client)) expectJsonType(answer);
    },
  },
  {
    id: "header-cache-control",
    section: "reading: Formats",
    promise: "sandbox",
    title: "every answer says Cache-Control: no-store",
    needs: [],
    async run(client) {
      for (const answer of await everyKind(client))
        expectHeader(answer, "Cache-Control", "no-store");
    },
  },
  {
    id: "header-request-id",
    section: "reading: Formats",
    promise: "sandbox",
    title: "every answer has an X-Request-Id that no other has",
    needs: [],
    async run(client) {
      const ids = (await everyKind(client)).map((answer) => expectHeader(answer, "X-Request-Id"));
      expectTrue(!ids.includes(""), "request ids that are not empty", ids);
      expectTrue(new Set(ids).size === ids.length, "request ids that differ", ids);
    },
  },
  {
    id: "header-own-request-id",
    section: "reading: Formats",
    promise: "sandbox",
    title: "two requests that bring the same X-Request-Id are answered under two",
    needs: [],
    async run(client) {
      const call: Call = { key: "full", headers: { "x-request-id": "mine" } };
      const [first, second] = [await client.get("ping", call), await client.get("ping", call)];
      const id = expectHeader(first, "X-Request-Id");
      expectTrue(id !== expectHeader(second, "X-Request-Id"), "request ids that differ", id);
    },
  },
  {
    id: "header-no-cors",
    section: "reading: Formats",
    promise: "sandbox",
    title: "no answer has an Access-Control header, whether or not an Origin is sent",
    needs: [],
    async run(client) {
      for (const headers of [{}, { origin: ORIGIN }]) {
        for (const answer of await everyKind(client, headers)) expectNoCors(answer);
      }
    },
  },
  {
    id: "header-origin-ignored",
    section: "reading: Formats",
    promise: "sandbox",
    title: "a request with an Origin gets its normal answer",
    needs: [],
    async run(client) {
      const answer = await client.get("ping", { key: "full", headers: { origin: ORIGIN } });
      expectStatus(answer, 200);
      expectSame("the answer", answer.text, (await client.first("ping", "full")).text);
    },
  },
  {
    id: "header-preflight",
    section: "reading: Formats",
    promise: "sandbox",
    title: "a browser's preflight is a 405 without Access-Control headers",
    needs: [],
    async run(client) {
      const headers = { origin: ORIGIN, "access-control-request-method": "GET" };
      const answer = await client.send("OPTIONS", ENDPOINTS.ping.path, { headers });
      expectStatus(answer, 405);
      expectNoCors(answer);
    },
  },
  {
    id: "header-accept-ignored",
    section: "reading: Order of checks",
    promise: "sandbox",
    title: "ping answers 200 with JSON whatever is accepted",
    needs: [],
    async run(client) {
      for (const accept of ["text/html", "application/xml;q=1, */*;q=0"]) {
        const answer = await client.get("ping", { key: "full", headers: { accept } });
        expectStatus(answer, 200);
        expectJsonType(answer);
      }
    },
  },
];

/** Returns one answer of each kind that the full key, or none, is enough for. */
async function everyKind(client: Client, headers: Record<string, string> = {}): Promise<Answer[]> {
  const good: Call = { key: "full", headers };
  const productId = (await publishedProduct(client)).id;
  const answers: readonly [number, Promise<Answer>][] = [
    [200, client.get("ping", good)],
    [200, client.get("products", good)],
    [200, client.get("orders", good)],
    [201, client.post(JSON.stringify({ productId }), good)],
    [400, client.post("{}", good)],
    [401, client.get("ping", { headers })],
    [404, client.ask("checkout-links", good)],
    [404, client.send("GET", "/", good)],
    [405, client.send("DELETE", ENDPOINTS.ping.path, good)],
  ];
  return Promise.all(
    answers.map(async ([status, pending]) => {
      const answer = await pending;
      expectStatus(answer, status);
      return answer;
    }),
  );
}

function expectNoCors(answer: Answer): void {
  const name = [...answer.headers.keys()].find((each) => each.startsWith("access-control-"));
  if (name === undefined) return;
  throw new Mismatch(
    `no Access-Control header with the ${answer.status} to ${answer.request}`,
    name,
  );
}
