// 429 when a key's bucket is empty (§8.2). These checks use up the key `limited`, so they run only with
// --allow-rate-limit.
import { ENDPOINTS } from "../../contract/endpoints.ts";
import type { Check } from "../check.ts";
import type { CallOptions, Client } from "../client.ts";
import type { ReceivedResponse } from "../exchange.ts";
import { expectError, expectHeader, expectSame, expectStatus, expectTrue } from "../expect.ts";
import { Mismatch } from "../mismatch.ts";

const MAX_CALLS = 200;

export const rateLimitChecks: readonly Check[] = [
  {
    id: "429-answers",
    section: "8.2",
    title: "a key that sends too many requests gets 429",
    needs: ["limited"],
    async run(client) {
      expectStatus(await exhaust(client), 429);
    },
  },
  {
    id: "429-retry-after",
    title: "a 429 has a Retry-After of whole seconds, at least one",
    needs: ["limited"],
    async run(client) {
      const header = expectHeader(await exhaust(client), "Retry-After");
      expectTrue(/^[1-9]\d*$/.test(header), "whole seconds, at least 1, in Retry-After", header);
    },
  },
  {
    id: "429-body",
    title: "rate_limit_exceeded has the same body as other errors",
    needs: ["limited"],
    async run(client) {
      const response = await exhaust(client);
      const { requestId, issues } = expectError(response, "rate_limit_exceeded");
      expectSame("requestId", requestId, expectHeader(response, "X-Request-Id"));
      expectSame("issues", issues ?? "absent", "absent");
      expectHeader(response, "Cache-Control", "no-store");
    },
  },
  {
    id: "429-before-input",
    title: "requests with invalid JSON count, and get 429 before 400",
    needs: ["limited"],
    async run(client) {
      const post = () => client.post("{", { key: "limited", patient: false });
      expectError(await exhaust(client, post), "rate_limit_exceeded");
    },
  },
  {
    id: "429-after-path-and-method",
    title: "with an empty bucket, unknown paths still get 404 and wrong methods 405",
    needs: ["limited"],
    async run(client) {
      await exhaust(client);
      const call: CallOptions = { key: "limited", patient: false };
      expectError(await client.send("GET", "/", call), "route_not_found");
      const response = await client.send("DELETE", ENDPOINTS.ping.path, call);
      expectError(response, "method_not_allowed");
    },
  },
  {
    id: "429-by-key",
    title: "an empty bucket of one key does not affect other keys",
    needs: ["limited", "readOnly"],
    async run(client) {
      await exhaust(client);
      expectStatus(await client.get("ping", { key: "readOnly", patient: false }), 200);
    },
  },
];

/** Sends requests with the limited key until one gets 429. */
async function exhaust(
  client: Client,
  call = () => client.get("ping", { key: "limited", patient: false }),
): Promise<ReceivedResponse> {
  for (let calls = 1; calls <= MAX_CALLS; calls += 1) {
    const response = await call();
    if (response.status === 429) return response;
  }
  throw new Mismatch(`429 within ${MAX_CALLS} requests with the key limited`, "none");
}
