// Gives a test its own world. If the test fails, its report has the requests and why they were rejected.
import { createSandbox, formatRequests } from "merchant-sandbox";

export const sandbox = createSandbox();

/** @param {(world: import("merchant-sandbox").WorldHandle) => Promise<void>} body */
export const inWorld = (body) => async () => {
  const world = await sandbox.world();
  await body(world).catch((error) => {
    throw new Error(`${error.message}\n\n${formatRequests(world.requests())}`, { cause: error });
  });
  world.drop();
};
