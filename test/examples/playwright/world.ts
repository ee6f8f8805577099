// Gives each test its own world, through the control API at the hosted address.
import { test as base } from "@playwright/test";

export { expect } from "@playwright/test";

export interface World {
  readonly name: string;
  readonly baseUrl: string;
  readonly hostedUrl: string;
  readonly apiKey: string;
}

/** The newest orders of a world, as the API lists them. */
export async function orders({ baseUrl, apiKey }: World): Promise<object[]> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  return (await fetch(`${baseUrl}/api/v1/integration/orders`, { headers })).json();
}

export const test = base.extend<{ world: World }>({
  world: async ({ request }, use) => {
    const world: World = await (await request.post("/_sandbox/worlds", { data: {} })).json();
    await use(world);
    await request.delete(`/_sandbox/worlds/${world.name}`, { data: {} });
  },
});
