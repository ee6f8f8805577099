// How a world ends: it is dropped, or it expires. Then nothing of it is left, and its address has the same responses as
// that of a world that never existed.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type Edge, OTHER_TOKEN, startEdge, TOKEN, writing } from "./edge.ts";
import type { Made } from "./made.ts";

setDefaultTimeout(30_000);

const DAY_MS = 86_400_000;
const NOBODY = "w-00000000000000000000000000";

describe("a world that has ended", () => {
  let edge: Edge;

  beforeAll(async () => {
    edge = await startEdge({ vars: { MAX_WORLDS: 2, WORLD_TTL: "2d" } });
  });
  afterAll(() => edge[Symbol.asyncDispose]());

  const drop = (world: Made, token: string) =>
    edge.ask(`/_sandbox/worlds/${world.name}`, writing("DELETE", undefined, token));

  const list = async (token = TOKEN) =>
    (await edge.ask("/_sandbox/worlds", writing("GET", undefined, token))).json();

  /** The responses of a world's addresses to somebody who has all its keys and its secret. */
  async function responsesOf({ name, secret }: Pick<Made, "name" | "secret">) {
    const paths = [
      [`/api/w/${name}/api/v1/integration/ping`, "mst_acme_full"],
      [`/w/${name}/`, secret],
      [`/w/${name}/p/ATLAS-1`, secret],
      [`/w/${name}/dashboard`, secret],
      [`/_sandbox/worlds/${name}/clock`, secret],
      [`/_sandbox/worlds/${name}`, TOKEN],
    ] as const;
    const responses = paths.map(([path, token]) =>
      edge.ask(path, writing("GET", undefined, token)),
    );
    return Promise.all(
      (await Promise.all(responses)).map(async (response) => [
        response.status,
        response.headers.get("content-type"),
        (await response.text()).replace(/req_\w+/, "req_0"),
      ]),
    );
  }

  async function expectNothing(world: Made): Promise<void> {
    const nobody = { name: NOBODY, secret: world.secret };
    expect(await responsesOf(world)).toEqual(await responsesOf(nobody));
    expect(await edge.probe("due", world)).toBeNull();
    expect(await list()).toEqual([]);
  }

  test("responds with 404 in the form of the API, and with the control API's error", async () => {
    const detail =
      "There is no world at this address. It was deleted, has expired or never existed. POST /_sandbox/worlds creates one.";
    const error = { code: "route_not_found", message: detail, requestId: "req_0" };
    const problem = {
      type: "about:blank",
      title: "Not Found",
      status: 404,
      detail,
      code: "not-found",
    };
    expect(await responsesOf({ name: NOBODY, secret: "" })).toEqual([
      [404, "application/json", JSON.stringify({ error })],
      ...Array(5).fill([404, "application/problem+json", JSON.stringify(problem)]),
    ]);
  });

  test("is dropped by its secret", async () => {
    const world = await edge.make();
    expect((await drop(world, world.secret)).status).toBe(204);
    await expectNothing(world);
  });

  test("is dropped by the token that made it, and by no other", async () => {
    const world = await edge.make();
    expect((await drop(world, OTHER_TOKEN)).status).toBe(401);
    expect((await drop(world, TOKEN)).status).toBe(204);
    await expectNothing(world);
  });

  test("has expired when the engine rings", async () => {
    const world = await edge.make();
    expect(await edge.probe("due", world)).toBe(Date.parse(world.expiresAt));
    await edge.pass(2 * DAY_MS);
    await edge.probe("ring", world);
    await expectNothing(world);
  });

  test("expires in time, even if the engine's alarm is late", async () => {
    const world = await edge.make({ ttl: "1h" });
    await edge.pass(3_599_999);
    expect((await edge.control(world)).status).toBe(200);
    await edge.pass(1);
    expect((await edge.control(world)).status).toBe(404);
    expect(await list()).toEqual([]);
    await edge.probe("ring", world);
    await expectNothing(world);
  });

  test.each([
    ["is dropped", 200, (world: Made) => drop(world, world.secret)],
    ["expires", 404, (world: Made) => edge.probe("ring", world)],
  ])("is not restored by a request that was delayed when it %s", async (_how, status, end) => {
    const faults = [{ endpoint: "ping", delay: "10m" }];
    const world = await edge.make({ seeds: { faults } });
    const headers = { Authorization: `Bearer ${world.apiKey}` };
    const held = edge.ask(`${world.baseUrl}/api/v1/integration/ping`, { headers });
    await untilHeld(world);
    await end(world);
    expect((await held).status).toBe(status);
    await edge.pass(2 * DAY_MS);
    await expectNothing(world);
  });

  async function untilHeld(world: Made): Promise<void> {
    for (;;) {
      const requests: unknown[] = await (await edge.control(world, "/requests")).json();
      if (requests.length > 0) return;
    }
  }

  test("makes room for another", async () => {
    const [first] = [await edge.make(), await edge.make()];
    expect(edge.make()).rejects.toThrow("429");
    await edge.make({}, OTHER_TOKEN);
    await drop(first, TOKEN);
    await edge.make({ ttl: "1ms" });
    expect(edge.make()).rejects.toThrow("The maximum of 2 worlds for this team is reached.");
    await edge.pass(1);
    await edge.make();
    expect(edge.make()).rejects.toThrow("429");
    expect(await list()).toHaveLength(2);
    expect(await list(OTHER_TOKEN)).toHaveLength(1);
  });
});
