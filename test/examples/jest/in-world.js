// Gives a test its own world. If the test fails, its report has the requests and why they were rejected.
import { afterAll } from "@jest/globals";
import { formatRequests, startSandbox } from "merchant-sandbox";

// Jest loads this file again for each test file, so each has its own sandbox.
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

/** @param {(world: import("merchant-sandbox").WorldHandle) => Promise<void>} body */
export const inWorld = (body) => async () => {
  const world = await sandbox.world();
  await body(world).catch((error) => {
    throw new Error(`${error.message}\n\n${formatRequests(world.requests())}`, { cause: error });
  });
  world.drop();
};
