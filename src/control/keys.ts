// The merchant dashboard's key management: create, rotate, revoke.
import { createKey, NewKeySchema, revokeKey, rotateKey } from "../world/change-keys.ts";
import { KeySchema, viewKey } from "../world/views.ts";
import { reading, writing } from "./operation.ts";

export const KEY_OPERATIONS = [
  writing(NewKeySchema, {
    method: "post",
    path: "/worlds/:world/keys",
    summary: "Create a key; its token is made up if left out",
    success: 201,
    response: KeySchema,
    run: async ({ world, body }) => viewKey(await createKey(world(), body)),
  }),
  reading({
    method: "post",
    path: "/worlds/:world/keys/:key/rotate",
    summary: "Put a new key in the place of one, which is revoked",
    success: 201,
    response: KeySchema,
    run: async ({ world, param }) => viewKey(await rotateKey(world(), param("key"))),
  }),
  reading({
    method: "post",
    path: "/worlds/:world/keys/:key/revoke",
    summary: "Revoke a key",
    success: 200,
    response: KeySchema,
    run: async ({ world, param }) => viewKey(await revokeKey(world(), param("key"))),
  }),
];
