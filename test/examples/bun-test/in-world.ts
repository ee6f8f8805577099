// Gives a test its own world. If the test fails, its report has the requests and why they were rejected.
import { formatRequests, startSandbox, type WorldHandle } from "merchant-sandbox";

const sandbox = await startSandbox({ port: 0 });

export const inWorld =
  (body: (world: WorldHandle) => Promise<void>, scenario?: string) => async () => {
    const world = await sandbox.world({ scenario });
    await body(world).catch((error) => {
      throw new Error(`${error.message}\n\n${formatRequests(world.requests())}`, { cause: error });
    });
    world.drop();
  };
