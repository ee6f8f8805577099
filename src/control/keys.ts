// The merchant dashboard's key management: list, create, rotate, revoke.
import { createKey, NewKeySchema, revokeKey, rotateKey } from "../world/changes/keys.ts";
import { KeyFilterSchema, listKeys } from "../world/list-entries.ts";
import { viewKey } from "../world/views.ts";
import { defineOperation } from "./operation.ts";

export const KEY_OPERATIONS = [
  defineOperation({
    name: "listKeys",
    method: "get",
    path: "/worlds/:world/keys",
    summary: "The keys",
    query: KeyFilterSchema,
    pageBy: "key",
    response: ["Key"],
    run: ({ world, query }) => listKeys(world(), query),
  }),
  defineOperation({
    name: "createKey",
    method: "post",
    path: "/worlds/:world/keys",
    body: NewKeySchema,
    summary: "Create a key",
    errors: { 409: "The key already exists." },
    example: ({ merchant }) => merchant && { merchant, scopes: ["orders:read"] },
    success: 201,
    response: "Key",
    run: ({ world, body }) => {
      const target = world();
      return viewKey(createKey(target, body), target);
    },
  }),
  defineOperation({
    name: "rotateKey",
    method: "post",
    path: "/worlds/:world/keys/:key/rotate",
    summary: "Rotate a key",
    description:
      "Creates an active key with the same merchant, scopes, access and rate limit, and revokes the old one. The new key expires at the same time; if the old one has already expired, the new one never does.",
    success: 201,
    response: "Key",
    run: ({ world, param }) => {
      const target = world();
      return viewKey(rotateKey(target, param("key")), target);
    },
  }),
  defineOperation({
    name: "revokeKey",
    method: "post",
    path: "/worlds/:world/keys/:key/revoke",
    summary: "Revoke a key",
    description: "The API returns 401 for it from now on. Revoking a revoked key changes nothing.",
    response: "Key",
    run: ({ world, param }) => {
      const target = world();
      return viewKey(revokeKey(target, param("key")), target);
    },
  }),
];
