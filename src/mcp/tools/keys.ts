// The keys of a world.
import * as v from "valibot";
import type { CallResult } from "../../client/control.ts";
import { SCOPES } from "../../contract/formats.ts";
import { optional } from "../../model/fields.ts";
import { defineTool, formatItems, need, sandboxOf, worldField } from "../tool.ts";

const MOST = 30;

export const KEYS_TOOL = defineTool({
  name: "keys",
  title: "List, create, rotate and revoke API keys",
  description:
    "Lists, creates, rotates and revokes API keys, and adds a scope to one. Keys are test data of the sandbox. worlds `change` changes other fields, such as expiresAt.",
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  input: v.strictObject({
    action: v.picklist(["list", "create", "rotate", "revoke", "add_scope"]),
    world: worldField,
    key: optional(
      v.string(),
      "rotate, revoke, add_scope: the key. create: its token (default: made).",
    ),
    merchant: optional(v.string(), "create: the slug of its merchant. list: only this merchant's."),
    scope: optional(v.picklist(SCOPES), "add_scope: the scope."),
    scopes: optional(v.array(v.picklist(SCOPES)), "create: its scopes. Default: all."),
    expiresAt: optional(v.string(), "create: when it expires, as now+90d. Default: never."),
  }),
  async run({ action, key, merchant, scope, scopes, expiresAt, ...input }, context) {
    const { control, params } = await sandboxOf(input, context);
    const ofKey = () => ({ params: { ...params, key: need(key, "key", action) } });
    switch (action) {
      case "list": {
        const query = { merchant };
        const found = await control.call("GET /worlds/:world/keys", { params, query });
        return formatItems(found, formatKey, { most: MOST, narrow: "Narrow them by `merchant`." });
      }
      case "create": {
        const body = { key, merchant: need(merchant, "merchant", action), scopes, expiresAt };
        return formatKey(await control.call("POST /worlds/:world/keys", { params, body }));
      }
      case "rotate": {
        const made = await control.call("POST /worlds/:world/keys/:key/rotate", ofKey());
        return `${formatKey(made)}\nThe old key ${key} is revoked.`;
      }
      case "revoke":
        return formatKey(await control.call("POST /worlds/:world/keys/:key/revoke", ofKey()));
      case "add_scope": {
        const wanted = need(scope, "scope", action);
        const { key: token } = ofKey().params;
        const all = await control.call("GET /worlds/:world/keys", { params });
        const known = all.find((each) => each.key === token)?.scopes ?? [];
        // Why: for an unknown key, the sandbox says which one is meant.
        const change = { keys: [{ key: token, scopes: [...new Set([...known, wanted])] }] };
        const { keys } = await control.call("PATCH /worlds/:world", { params, body: change });
        const changed = keys.filter((each) => each.key === token).map(formatKey);
        return `${changed}\nnext: send the request again.`;
      }
    }
  },
});

type Listed = CallResult<"GET /worlds/:world/keys">[number];

function formatKey({ key, merchant, scopes, status, expiresAt, sandboxAccess }: Listed): string {
  const limits = [
    ...(status === "active" ? [] : [status]),
    ...(expiresAt ? [`expires ${expiresAt}`] : []),
    ...(sandboxAccess ? [] : ["no sandbox access"]),
  ];
  return [`${key} (${merchant})`, scopes.join(" ") || "no scopes", ...limits].join(", ");
}
