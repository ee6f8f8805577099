// 403 for an active key without the scope or without sandbox access (§5.4), and 200 with the required
// scope.
import {
  ENDPOINT_NAMES,
  ENDPOINTS,
  type Endpoint,
  type EndpointName,
} from "../../contract/endpoints.ts";
import type { Check } from "../check.ts";
import { expectChallenge, expectError, expectStatus } from "../expect.ts";
import { sendValid } from "../found.ts";
import type { KeyName } from "../server.ts";

const LACKING: readonly { endpoint: EndpointName; key: KeyName; words: string }[] = [
  { endpoint: "products", key: "linksOnly", words: "a key with only the scope checkout:links" },
  { endpoint: "orders", key: "linksOnly", words: "a key with only the scope checkout:links" },
  { endpoint: "checkout-links", key: "readOnly", words: "a key with only the read scopes" },
];

export const accessChecks: readonly Check[] = [
  ...(["products", "orders"] as const).map(
    (endpoint): Check => ({
      id: `200-${endpoint}-reading-scopes`,
      section: "5.4",
      title: `${endpoint} returns 200 to a key with only the read scopes`,
      needs: ["readOnly"],
      async run(client) {
        expectStatus(await client.get(endpoint, { key: "readOnly" }), 200);
      },
    }),
  ),
  ...LACKING.flatMap(({ endpoint, key, words }) => [
    scopeRequired(endpoint, key, words, "lacking"),
    scopeRequired(endpoint, "noScope", "a key without any scope", "none"),
    scopeChallenged(endpoint, key),
  ]),
  ...ENDPOINT_NAMES.flatMap((endpoint) => accessRequired(endpoint)),
];

function scopeRequired(endpoint: EndpointName, key: KeyName, words: string, name: string): Check {
  return {
    id: `403-${endpoint}-scope-${name}`,
    section: "5.4",
    title: `${endpoint} returns 403 to ${words}`,
    needs: [key],
    async run(client) {
      expectStatus(await sendValid(client, endpoint, { key }), 403);
    },
  };
}

function scopeChallenged(endpoint: EndpointName, key: KeyName): Check {
  const { scope }: Endpoint = ENDPOINTS[endpoint];
  return {
    id: `challenge-${endpoint}-scope`,
    title: `the challenge with the 403 of ${endpoint} names the scope ${scope}`,
    needs: [key],
    async run(client) {
      const response = await sendValid(client, endpoint, { key });
      expectError(response, "insufficient_scope");
      expectChallenge(response, { error: "insufficient_scope", scope });
    },
  };
}

// Contract: §4.1 requires only an active key for ping. Requiring access as well is the
// sandbox's choice.
function accessRequired(endpoint: EndpointName): Check[] {
  const isPing = endpoint === "ping";
  return [
    {
      id: `403-${endpoint}-access`,
      section: isPing ? undefined : "5.4",
      title: `${endpoint} returns 403 to a key without sandbox access`,
      needs: ["noAccess"],
      async run(client) {
        expectStatus(await sendValid(client, endpoint, { key: "noAccess" }), 403);
      },
    },
    {
      id: `403-${endpoint}-access-code`,
      title: `${endpoint} returns the code sandbox_access_unavailable to a key without sandbox access`,
      needs: ["noAccess"],
      async run(client) {
        const response = await sendValid(client, endpoint, { key: "noAccess" });
        expectError(response, "sandbox_access_unavailable");
      },
    },
  ];
}
