// A sandbox of another process, as a client meets it: its address, its token, and what is wrong with either.
// What its handles do is tested with those of the library, in test/library/world-handle.test.ts.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { type ControlAddress, createControlClient, isResultOf } from "../../src/client/control.ts";
import { ControlError, connectSandbox, WorldError } from "../../src/client/index.ts";
import { OPERATIONS, stopOperation } from "../../src/control/operations.ts";
import { type RunningSandbox, startSandbox } from "../../src/index.ts";
import { freePort } from "../cli/ports.ts";

const controlToken = "a-token-of-sixteen-or-more";
const INVALID = "Invalid address of a sandbox";

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, controlToken });
});
afterAll(() => sandbox.close());
afterEach(() => {
  delete process.env.SANDBOX_CONTROL_URL;
  delete process.env.SANDBOX_CONTROL_TOKEN;
});

const failureOf = async (connecting: Promise<unknown>): Promise<ControlError> => {
  const error = await connecting.catch((thrown: unknown) => thrown);
  if (error instanceof ControlError) return error;
  throw new Error(`did not fail: ${error}`);
};

describe("a client", () => {
  test("connects by the address of the control API, or of the pages", async () => {
    const { controlUrl, hostedUrl } = sandbox;
    const texts = [controlUrl, `${controlUrl}/`, hostedUrl, `${hostedUrl}/`];
    for (const url of [...texts, new URL(hostedUrl)]) {
      const connected = await connectSandbox(url, { token: controlToken });
      expect(connected.controlUrl).toBe(controlUrl);
    }
  });

  test("takes the address and the token from the environment", async () => {
    process.env.SANDBOX_CONTROL_URL = sandbox.controlUrl;
    process.env.SANDBOX_CONTROL_TOKEN = controlToken;
    const connected = await connectSandbox(undefined, { token: undefined });
    const world = await connected.world({ name: "from-environment" });
    const { name, baseUrl, hostedUrl, apiKey, merchantId } = sandbox.handle("from-environment");
    expect(world).toMatchObject({ name, baseUrl, hostedUrl, apiKey, merchantId });
    const headers = { Authorization: `Bearer ${world.apiKey}` };
    const { status } = await fetch(`${world.baseUrl}/api/v1/integration/ping`, { headers });
    expect(status).toBe(200);
    expect((await world.requests()).map((entry) => entry.endpoint)).toEqual(["ping"]);
    await world.drop();
    await expect(world.snapshot()).rejects.toBeInstanceOf(WorldError);
  });

  test("finds a world that was created before, and reports a different one", async () => {
    const connected = await connectSandbox(sandbox.controlUrl, { token: controlToken });
    const world = await connected.ensureWorld("pr-12", { scenario: "flaky", ttl: "1d" });
    await world.clock.freeze();
    const again = await connected.ensureWorld("pr-12", { scenario: "flaky", ttl: "1d" });
    const { secret, expiresAt } = sandbox.handle("pr-12");
    expect([again.secret, again.expiresAt]).toEqual([secret, expiresAt]);
    expect((await again.clock.get()).frozen).toBe(true);
    await expect(connected.ensureWorld("pr-12")).rejects.toThrow('made with "flaky" at /scenario');
  });

  test("lists more than one page", async () => {
    const connected = await connectSandbox(sandbox.controlUrl, { token: controlToken });
    const orders = [
      {
        product: "ATLAS-1",
        amountMinor: "1",
        createdAt: "now",
        repeat: { times: 2_500, every: "1s" },
      },
    ];
    const world = await connected.world({ seeds: { orders } });
    expect(await world.orders.list()).toEqual(sandbox.handle(world.name).orders.list());
    expect((await world.orders.list()).length).toBeGreaterThan(2_500);
  });

  test("reports the error in an address", async () => {
    const nothing = `http://127.0.0.1:${freePort()}`;
    for (const [url, status, message] of [
      [
        undefined,
        undefined,
        "No address of a sandbox. Pass its address, or set SANDBOX_CONTROL_URL",
      ],
      ["4701", undefined, `${INVALID}: "4701". Write it like http://127.0.0.1:4701.`],
      [nothing, undefined, `Cannot reach a sandbox at ${nothing}/_sandbox: `],
      [
        sandbox.baseUrl,
        404,
        `No control API of a sandbox at ${sandbox.baseUrl}/_sandbox/health: GET returned 404.`,
      ],
    ] as const) {
      const error = await failureOf(connectSandbox(url));
      expect([error.name, error.status]).toEqual(["ControlError", status]);
      expect(error.message).toStartWith(message);
    }
  });

  test("takes no other program for a sandbox that is healthy, too", async () => {
    await using other = Bun.serve({
      ...{ port: 0, hostname: "127.0.0.1" },
      fetch: () => Response.json({ status: "ok" }),
    });
    const { message } = await failureOf(connectSandbox(`${other.url}`));
    expect(message).toStartWith(`No control API of a sandbox at ${other.url}_sandbox/health: `);
  });

  test("takes no other program for a sandbox, such as one that has a page at each path", async () => {
    await using other = Bun.serve({
      ...{ port: 0, hostname: "127.0.0.1" },
      fetch: () => new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } }),
    });
    const { message } = await failureOf(connectSandbox(`${other.url}`));
    expect(message).toStartWith(
      `No control API of a sandbox at ${other.url}_sandbox/health: GET returned 200.`,
    );
  });

  test("accepts each result only in the form that its operation describes", () => {
    const forms = { list: [{}], object: {}, text: "text", nothing: undefined };
    for (const { method, path, response, mediaType } of [...OPERATIONS, stopOperation(() => {})]) {
      // Why: the stream of requests is opened, not called.
      if (mediaType === "text/event-stream") continue;
      const object = mediaType === undefined ? "object" : "text";
      const form = Array.isArray(response) ? "list" : response === undefined ? "nothing" : object;
      const address = `${method.toUpperCase()} ${path}` as ControlAddress;
      const accepted = Object.entries(forms).filter(([, value]) => isResultOf(address, value));
      expect([address, accepted.map(([name]) => name)]).toEqual([address, [form]]);
    }
  });

  test("sends its token to no other address that a list names", async () => {
    const received: string[] = [];
    await using other = Bun.serve({
      ...{ port: 0, hostname: "127.0.0.1" },
      fetch({ url }): Response {
        received.push(new URL(url).pathname);
        const headers = { Link: `<${other.url}elsewhere>; rel="next"` };
        return Response.json([], { headers });
      },
    });
    const client = createControlClient(`${other.url}_sandbox`, { token: controlToken });
    await client.call("GET /worlds");
    expect(received).toEqual(["/_sandbox/worlds"]);
  });

  test.each(["", ".", ".."])("makes no other call of the name %j", async (name) => {
    const connected = await connectSandbox(sandbox.controlUrl, { token: controlToken });
    const world = await connected.handle("default");
    const message = `must be a name or an id, received "${name}"`;
    const calls = [
      () => connected.handle(name),
      () => connected.ensureWorld(name),
      () => world.keys.revoke(name),
      () => world.products.change(name, {}),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow(message);
  });

  test("reports the error in a token", async () => {
    const { controlUrl } = sandbox;
    const failureWith = async (token?: string) =>
      failureOf((await connectSandbox(controlUrl, { token })).world());
    const none = await failureWith();
    expect([none.status, none.message]).toEqual([
      401,
      "No token was sent. Send the value of --control-token as Authorization: Bearer TOKEN.",
    ]);
    const wrong = await failureWith("another");
    expect([wrong.status, wrong.message]).toMatchObject([
      401,
      expect.stringMatching(/^The token is wrong/),
    ]);
  });
});
