// Ping: the key's merchant and scopes. Any active key may call it (§2.1, §4.1).
import * as v from "valibot";
import { PingSchema } from "../../contract/endpoints/ping.ts";
import { SCOPES, ScopeSchema } from "../../contract/formats.ts";
import type { Check } from "../check.ts";
import type { Client } from "../client.ts";
import {
  expectBody,
  expectFieldOrder,
  expectJsonType,
  expectSame,
  expectStatus,
  expectTrue,
} from "../expect.ts";
import { isSameMerchant } from "../found.ts";
import { type KeyName, kebab } from "../server.ts";

const SCOPES_OF = {
  full: SCOPES,
  readOnly: ["catalog:read", "orders:read"],
  linksOnly: ["checkout:links"],
  noScope: [],
} as const satisfies Partial<Record<KeyName, readonly string[]>>;

// Why: the specification names three scopes, and does not say that there are no others (§5.4).
const AnyScopesSchema = v.strictObject({ ...PingSchema.entries, scopes: v.array(v.string()) });

export const pingChecks: readonly Check[] = [
  {
    id: "ping-answers",
    section: "4.1",
    title: "ping returns 200 with JSON to a key with all scopes",
    async run(client) {
      const response = await client.get("ping", { key: "full" });
      expectStatus(response, 200);
      expectJsonType(response);
    },
  },
  {
    id: "ping-fields",
    section: "2.1",
    title: "ping returns exactly four fields, each of its type",
    async run(client) {
      expectBody(await client.first("ping", "full"), AnyScopesSchema);
    },
  },
  {
    id: "ping-field-order",
    title: "ping names its fields in the documented order",
    async run(client) {
      expectFieldOrder(await client.first("ping", "full"), PingSchema);
    },
  },
  {
    id: "ping-environment",
    section: "2.1",
    title: "ping returns the environment SANDBOX",
    async run(client) {
      const { environment } = await pinged(client);
      expectSame("environment", environment, "SANDBOX");
    },
  },
  {
    id: "ping-live-disabled",
    section: "2.1",
    title: "ping returns liveEnabled false",
    async run(client) {
      expectSame("liveEnabled", (await pinged(client)).liveEnabled, false);
    },
  },
  {
    id: "ping-merchant-lower-case",
    title: "ping returns merchantId in lower case",
    async run(client) {
      const { merchantId } = await pinged(client);
      expectSame("merchantId", merchantId, String(merchantId).toLowerCase());
    },
  },
  {
    id: "ping-repeatable",
    title: "ping returns the same bytes each time",
    async run(client) {
      const again = await client.get("ping", { key: "full" });
      expectSame("the second response", again.text, (await client.first("ping", "full")).text);
    },
  },
  {
    id: "ping-other-merchant",
    section: "5.5",
    title: "ping returns another merchantId for a key of another merchant",
    needs: ["otherMerchant"],
    async run(client) {
      const { merchantId } = await pinged(client);
      expectBody(await client.first("ping", "otherMerchant"), v.object({ merchantId: v.string() }));
      const isSame = await isSameMerchant(client, "full", "otherMerchant");
      expectTrue(!isSame, "two merchants to have two ids", merchantId);
    },
  },
  scopesCheck("full", "all three scopes"),
  scopesCheck("readOnly", "the two read scopes"),
  scopesCheck("linksOnly", "the scope checkout:links"),
  scopesCheck("noScope", "no scope"),
];

function scopesCheck(key: keyof typeof SCOPES_OF, words: string): Check {
  return {
    id: `ping-scopes-${kebab(key)}`,
    // Contract: §4.1 does not say that a key may have no scope.
    section: key === "noScope" ? undefined : "4.1",
    title: `ping returns 200 to a key with ${words}, with exactly its scopes`,
    needs: key === "full" ? [] : [key],
    async run(client) {
      const response = await client.first("ping", key);
      expectStatus(response, 200);
      const { scopes } = expectBody(response, v.object({ scopes: v.array(v.string()) }));
      const known = scopes.filter((scope) => v.is(ScopeSchema, scope));
      expectSame("the known scopes, sorted,", known.sort(), [...SCOPES_OF[key]].sort());
    },
  };
}

// Why: one wrong field fails its own check here, and not every check of ping.
async function pinged(client: Client): Promise<Record<string, unknown>> {
  return expectBody(await client.first("ping", "full"), v.record(v.string(), v.unknown()));
}
