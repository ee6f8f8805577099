// `key`: lists, creates, rotates and revokes keys, as a merchant does in the dashboard.
import * as v from "valibot";
import type { CallResult, ControlAddress } from "../../../client/control.ts";
import { SCOPES, ScopeSchema } from "../../../contract/formats.ts";
import { COLLECTIONS } from "../../../model/schema.ts";
import { SERVE_OPTIONS } from "../serve/options.ts";
import { field } from "./field.ts";
import { inWorld, table, verb } from "./remote.ts";

type Key = CallResult<"GET /worlds/:world/keys">[number];

const { entries } = COLLECTIONS.keys;

const text = () => v.string();

const ScopesSchema = v.array(ScopeSchema, `${SCOPES.join(", ")}, or some of them`);

export const KEY = {
  list: verb(
    "List the keys",
    inWorld({
      options: {
        merchant: field(v.string(), "NAME", "keys of this merchant"),
        status: field(entries.status, "STATUS", "active or revoked"),
      },
      async run({ client, world, options: { merchant, status } }) {
        const input = { params: { world }, query: { merchant, status } };
        const keys = await client.call("GET /worlds/:world/keys", input);
        return { json: keys, lines: show(keys) };
      },
    }),
  ),
  create: verb(
    "Create a key of a merchant",
    inWorld({
      operands: { MERCHANT: text },
      options: {
        key: field(entries.key, "KEY", "the key (default: generated)"),
        scopes: field(ScopesSchema, "SCOPES", "scopes, separated by commas (default: all)"),
        "expires-at": field(
          entries.expiresAt,
          "TIME",
          "when it expires, such as now+90d (default: never)",
        ),
        "rate-limit": {
          ...SERVE_OPTIONS["rate-limit"],
          variable: false,
          help: "off, or CAPACITY/REFILL_PER_SECOND (default: the limit of the world)",
        },
      },
      async run({ client, world, options, operands: [merchant] }) {
        const { key, scopes, "expires-at": expiresAt, "rate-limit": rateLimit } = options;
        const made = await client.call("POST /worlds/:world/keys", {
          params: { world },
          body: { merchant, key, scopes, expiresAt, rateLimit },
        });
        return { json: made, lines: show([made]) };
      },
    }),
  ),
  rotate: verb(
    "Replace a key with a new one, and revoke it",
    callWithKey("POST /worlds/:world/keys/:key/rotate"),
  ),
  revoke: verb("Revoke a key", callWithKey("POST /worlds/:world/keys/:key/revoke")),
};

/** Makes a command that calls the control API with a key, and shows the key in the response. */
function callWithKey(address: Extract<ControlAddress, `${string}/keys/:key/${string}`>) {
  return inWorld({
    operands: { KEY: text },
    async run({ client, world, operands: [key = ""] }) {
      const found = await client.call(address, { params: { world, key } });
      return { json: found, lines: show([found]) };
    },
  });
}

function show(keys: readonly Key[]): string[] {
  const rows = keys.map(({ key, merchant, status, scopes, expiresAt, sandboxAccess }) => [
    key,
    merchant,
    status,
    scopes.join(",") || "none",
    expiresAt ?? "never",
    sandboxAccess ? "yes" : "no",
  ]);
  return table(["KEY", "MERCHANT", "STATUS", "SCOPES", "EXPIRES", "ACCESS"], rows);
}
