// Tests the client against a sandbox in the same process, under Node 20 and later. Most tests need no network: a
// sandbox that is created but not started handles requests through its own `fetch`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startSandbox } from "merchant-sandbox";
import { checkoutOf } from "./checkout.js";
import { inWorld, sandbox } from "./in-world.js";

const ATLAS = "a71a5000-0000-4000-8000-000000000001";

const { fetch } = sandbox.api;

test(
  "gets the checkout of a product",
  inWorld(async (world) => {
    const checkout = await checkoutOf(ATLAS, { ...world, fetch });
    assert.equal(checkout, `${world.hostedUrl}/checkout/${ATLAS}`);
  }),
);

test("gets none for a product that is withdrawn, in this world and in no other", async () => {
  const [here, there] = [await sandbox.world(), await sandbox.world()];
  await here.products.change(ATLAS, { status: "DRAFT" });
  assert.equal(await checkoutOf(ATLAS, { ...here, fetch }), null);
  assert.ok(await checkoutOf(ATLAS, { ...there, fetch }));
  // The API returns the same 404 for an unknown product. The world's journal says which it was.
  const [refused] = here.requests({ status: 404 });
  assert.match(refused.why, /product ATLAS-1 .* is DRAFT/);
});

test("fails where its key was revoked", async () => {
  // Each scenario is a world from the start. In this one the default key is revoked.
  const { baseUrl } = sandbox.handle("revoked-key");
  const asking = checkoutOf(ATLAS, { baseUrl, apiKey: "mst_acme_full", fetch });
  await assert.rejects(asking, { message: "The key is no good." });
});

test(
  "fails once its key has expired",
  inWorld(async ({ baseUrl, clock }) => {
    const account = { baseUrl, apiKey: "mst_acme_expiring", fetch };
    assert.ok(await checkoutOf(ATLAS, account));
    clock.advance("91d");
    await assert.rejects(checkoutOf(ATLAS, account), { message: "The key is no good." });
  }),
);

test("asks once more where the connection is lost", async (t) => {
  // Over the network: this sandbox listens on free ports.
  const running = await startSandbox({ port: 0 });
  t.after(() => running.close());
  await running.faults.set([{ endpoint: "checkout-links", drop: "before", times: 1 }]);
  assert.ok(await checkoutOf(ATLAS, running));
  assert.equal(running.requests().length, 2);
});
