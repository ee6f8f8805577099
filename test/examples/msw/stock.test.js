// Tests the client without a port: MSW hands what it sends to a sandbox in the same process.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { createSandbox } from "merchant-sandbox";
import { handlers } from "merchant-sandbox/msw";
import { setupServer } from "msw/node";
import { codesOnSale } from "./stock.js";

const sandbox = createSandbox();
const world = sandbox.handle("default");
const server = setupServer(...handlers(sandbox, { baseUrl: "https://api.merchant.example" }));

before(() => server.listen({ onUnhandledRequest: "error" }));
beforeEach(() => world.reset());
after(() => server.close());

test("lists what is on sale", async () => {
  assert.ok((await codesOnSale()).includes("ATLAS-1"));
  await world.products.change("ATLAS-1", { status: "DRAFT" });
  assert.ok(!(await codesOnSale()).includes("ATLAS-1"));
});

test("keeps what it knows while the connection is lost", async () => {
  await world.faults.set([{ endpoint: "products", drop: "before" }]);
  assert.deepEqual(await codesOnSale(["ATLAS-1"]), ["ATLAS-1"]);
  assert.equal(world.requests()[0].dropped, "before");
});

test("is answered from another world where a test asks for one", async () => {
  const revoked = handlers(sandbox, {
    baseUrl: "https://api.merchant.example",
    world: "revoked-key",
  });
  server.use(...revoked);
  assert.deepEqual(await codesOnSale(["BOX"]), ["BOX"]);
  const [{ why }] = sandbox.handle("revoked-key").requests({ status: 401 });
  assert.match(why, /is revoked/);
});
