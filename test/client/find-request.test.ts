// A request that is found by its id, in any world.
import { expect, test } from "bun:test";
import { createControlClient } from "../../src/client/control.ts";
import { findRequest } from "../../src/client/find-request.ts";
import { CONTROL, controlled } from "../control/ask.ts";

test("many worlds are asked some at a time, and no more once it is found", async () => {
  const { worlds, hosted, call } = controlled();
  for (let n = 0; n < 60; n++) worlds.create(`w-${n}`);
  const { id } = await call("ping", { world: "w-30" });
  let [asked, open, most] = [0, 0, 0];
  const client = createControlClient(CONTROL, {
    async fetch(request) {
      asked++;
      most = Math.max(most, ++open);
      const response = await hosted.fetch(request);
      open--;
      return response;
    },
  });
  expect(await findRequest(client, id, "w-0")).toMatchObject({ world: "w-30", entry: { id } });
  expect(most).toBe(20);
  expect(asked).toBeLessThan(60);
  expect(await findRequest(client, "req_0_00001", "w-0")).toBeUndefined();
});
