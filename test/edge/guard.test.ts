// Who may do what at the edge, where anybody can ask: to make a world takes a control token, to change one its
// secret, to ask its API and to see its shop its address, which nobody guesses.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type Edge, OTHER_TOKEN, startEdge, TOKEN, writing } from "./edge.ts";
import type { Made } from "./made.ts";

setDefaultTimeout(30_000);

const HOST = "sandbox.example.com";
const WORLDS = "/_sandbox/worlds";

describe("at the edge, without tokens", () => {
  let edge: Edge;

  beforeAll(async () => {
    edge = await startEdge({ vars: { CONTROL_TOKENS: " , " } });
  });
  afterAll(() => edge[Symbol.asyncDispose]());

  test.each(["GET", "POST"])("nobody may %s worlds, and the error has the fix", async (method) => {
    const response = await edge.ask(WORLDS, writing(method, method === "GET" ? undefined : {}, ""));
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { detail: "No control token is set. Run: npx wrangler secret put CONTROL_TOKENS" },
    ]);
  });

  test("the sandbox is healthy, and has no world of the seeds", async () => {
    const health = await edge.ask("/_sandbox/health");
    expect([health.status, await health.json()]).toMatchObject([200, { status: "ok", worlds: 0 }]);
    const headers = { Authorization: "Bearer mst_acme_full" };
    for (const prefix of ["", "/w/default", "/w/slow", "/api/w/default", "/api/w/slow"]) {
      const ping = await edge.ask(`${prefix}/api/v1/integration/ping`, { headers });
      expect([prefix, ping.status]).toEqual([prefix, 404]);
    }
  });
});

test("at the edge, a short control token opens nothing, and the response says so", async () => {
  await using edge = await startEdge({ vars: { CONTROL_TOKENS: `${TOKEN},a-short-token15` } });
  for (const token of [TOKEN, "a-short-token15"]) {
    const response = await edge.ask(WORLDS, writing("GET", undefined, token));
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { detail: expect.stringContaining("CONTROL_TOKENS must be texts of 16 characters or more") },
    ]);
  }
});

test("at the edge, a team with an invalid name opens nothing, and the response says so", async () => {
  await using edge = await startEdge({ vars: { CONTROL_TOKENS: `QA:${TOKEN}` } });
  const response = await edge.ask(WORLDS, writing("GET", undefined, TOKEN));
  expect([response.status, await response.json()]).toMatchObject([
    503,
    {
      detail:
        "CONTROL_TOKENS must be teams with their tokens, like web:TOKEN; a team has up to 36 lower-case letters, digits and hyphens. Set it again: npx wrangler secret put CONTROL_TOKENS",
    },
  ]);
});

test("at the edge, a variable that can't be is reported with its fix", async () => {
  await using edge = await startEdge({ vars: { WORLD_TTL: "a week" } });
  const response = await edge.ask("/_sandbox/health");
  expect([response.status, await response.json()]).toMatchObject([
    503,
    {
      detail:
        "WORLD_TTL must be a duration such as 7d or 12h, at most ten years. Change it in wrangler.jsonc.",
    },
  ]);
});

describe("at the edge", () => {
  let edge: Edge;
  let world: Made;
  let other: Made;

  beforeAll(async () => {
    edge = await startEdge({ vars: { HOST_NAME: HOST } });
    world = await make();
    other = await make();
  });
  afterAll(() => edge[Symbol.asyncDispose]());

  const port = () => new URL(edge.url).port;
  /** Asks by a host's name that leads here. */
  const askAt = (host: string, path: string, init: RequestInit = {}) =>
    fetch(`${edge.url}${path}`, {
      redirect: "manual",
      ...init,
      headers: { ...Object(init.headers), Host: `${host}:${port()}` },
    });
  const ask = (path: string, token?: string, method = "GET", body?: unknown) =>
    askAt(HOST, path, writing(method, body, token));

  async function make(body: object = {}): Promise<Made> {
    const response = await ask(WORLDS, TOKEN, "POST", body);
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
    return response.json();
  }

  const detailOf = async (response: Response) => [response.status, (await response.json()).detail];

  test("a world is made as on a laptop, with a secret and an end", async () => {
    const { name, secret, expiresAt, keys, merchants, ...rest } = Object(
      await make({ name: "pr-12" }),
    );
    expect(name).toMatch(/^pr-12-[0-9a-hjkmnp-tv-z]{26}$/);
    expect(secret).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
    const origin = `http://${HOST}:${port()}`;
    expect({ ...rest, expiresAt, keys: keys.length, merchants: merchants.length }).toEqual({
      baseUrl: `${origin}/api/w/${name}`,
      hostedUrl: `${origin}/w/${name}`,
      apiKey: "mst_acme_full",
      expiresAt: "2100-01-08T09:00:00.000Z",
      keys: 12,
      merchants: 3,
    });
  });

  test.each([
    ["no token", undefined],
    ["a wrong token", "wrong"],
    ["an API key", "mst_acme_full"],
    ["the beginning of a token", TOKEN.slice(0, -1)],
    ["both tokens, as they are configured", `${TOKEN}, ${OTHER_TOKEN}`],
  ])("%s makes and lists no world", async (_what, token) => {
    const fix = "Send one of CONTROL_TOKENS as Authorization: Bearer TOKEN";
    for (const path of [WORLDS, "/_sandbox/scenarios"]) {
      await edge.pass(1_000);
      const method = path === WORLDS ? "POST" : "GET";
      const [status, detail] = await detailOf(await ask(path, token, method));
      expect([status, detail]).toEqual([401, expect.stringContaining(fix)]);
      expect((await ask(path, token)).status).toBe(401);
    }
  });

  test("more than five wrong tokens a second get 429, whatever they ask, and a right one is taken", async () => {
    await edge.pass(1_000);
    for (let n = 0; n < 10; n++) {
      const response = await ask(
        n % 2 === 0 ? WORLDS : "/_sandbox/scenarios",
        "a-wrong-token-of-16",
      );
      expect([n, response.status]).toEqual([n, n < 5 ? 401 : 429]);
    }
    expect((await ask(WORLDS, TOKEN)).status).toBe(200);
  });

  test("a token lists its own worlds", async () => {
    const mine: Made[] = await (await ask(WORLDS, TOKEN)).json();
    expect(mine.map(({ name }) => name)).toContainValues([world.name, other.name]);
    expect(await (await ask(WORLDS, OTHER_TOKEN)).json()).toEqual([]);
  });

  test.each(["", "/clock", "/requests", "/requests/stream", "/snapshot", "/nothing"])(
    "only a world's secret can read its control API: %s",
    async (path) => {
      const tokens = [undefined, other.secret, TOKEN, OTHER_TOKEN, world.apiKey, world.name];
      for (const token of tokens) {
        const [status, detail] = await detailOf(await ask(`${WORLDS}/${world.name}${path}`, token));
        const fix = "Send the world's secret as Authorization: Bearer TOKEN";
        // Why: more than five wrong ones a second get 429.
        expect([401, 429]).toContain(status);
        expect(detail).toContain(fix);
      }
      if (path.endsWith("stream")) return;
      const { status } = await ask(`${WORLDS}/${world.name}${path}`, world.secret);
      expect(status).toBe(path === "/nothing" ? 404 : 200);
    },
  );

  test("the stored hash of a secret is not accepted as the secret", async () => {
    const kept = JSON.stringify(await edge.probe("kept", world));
    expect(kept).not.toContain(world.secret);
    expect(kept).not.toContain(TOKEN);
    const [, hash = ""] = /secret\\":\\"([\da-f]{64})/.exec(kept) ?? [];
    expect(hash).toHaveLength(64);
    expect([401, 429]).toContain((await ask(`${WORLDS}/${world.name}`, hash)).status);
  });

  test.each(["/dashboard", "/docs", "/docs/errors", "/docs/control", "/docs/control/worlds"])(
    "a browser logs in to %s with the secret as the password",
    async (page) => {
      const path = `/w/${world.name}${page}`;
      const refused = await ask(path);
      expect([refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([
        401,
        'Basic realm="merchant-sandbox", charset="UTF-8"',
      ]);
      await edge.pass(1_000);
      const login = (secret: string) => ({ Authorization: `Basic ${btoa(`me:${secret}`)}` });
      expect((await askAt(HOST, path, { headers: login(other.secret) })).status).toBe(401);
      const page200 = await askAt(HOST, path, { headers: login(world.secret) });
      const html = await page200.text();
      expect(page200.status).toBe(200);
      expect(html).not.toContain("/w/default");
      expect(html).not.toContain("/w/slow");
    },
  );

  test("the dashboard does not offer to create a world, because it can't", async () => {
    const html = await (await ask(`/w/${world.name}/dashboard/worlds`, world.secret)).text();
    expect(html).toContain(`Reset the world ${world.name}`);
    expect(html).not.toContain("Make world");
  });

  test.each([
    ["by a path that names another's", () => `/w/${world.name}${WORLDS}/${other.name}/clock`],
    ["by a path that names one of the seeds", () => `/w/${world.name}${WORLDS}/default/clock`],
    ["by a path that hides one of the seeds", () => `/w/${world.name}${WORLDS}/%64efault/clock`],
    ["by a path that hides its own", () => `${WORLDS}/%77${world.name.slice(1)}/clock`],
    ["in capitals", () => `${WORLDS}/${world.name.toUpperCase()}/clock`],
    ["by a name that begins otherwise", () => `${WORLDS}/x${world.name.slice(1)}/clock`],
    ["twice", () => `/w/${world.name}/w/${world.name}${WORLDS}/default/clock`],
    ["behind the prefix of the API", () => `/api/w/${world.name}${WORLDS}/${world.name}/clock`],
  ])("a secret opens nothing %s", async (_how, path) => {
    expect((await ask(path(), world.secret)).status).toBe(404);
  });

  test("an object responds only to its own name, whatever leads to it", async () => {
    const path = `${WORLDS}/${world.name}/clock`;
    const misled = (to: Made) => ask(`/__test/mislead/${to.name}${path}`, world.secret);
    expect([(await misled(world)).status, (await misled(other)).status]).toEqual([200, 404]);
  });

  test.each(["", "/"])("no list of worlds is under a world's prefix: %j", async (slash) => {
    for (const token of [world.secret, TOKEN]) {
      const path = `/w/${world.name}${WORLDS}${slash}`;
      expect((await ask(path, token)).status).toBe(404);
      expect((await ask(path, token, "POST", {})).status).toBe(404);
    }
  });

  test("a connection stays usable after a call to no world, whose body nobody read", async () => {
    for (let turn = 0; turn < 100; turn++) {
      expect((await ask("/w/nobody/_sandbox/worlds", TOKEN, "POST", {})).status).toBe(404);
    }
  });

  test("the longest possible name fits in front of a host's name", async () => {
    // RFC 1035 §2.3.4: a label of a host's name has 63 signs at most.
    expect((await make({ name: "a".repeat(36) })).name).toHaveLength(63);
  });

  test("a world responds at its subdomain, and its pages show that address", async () => {
    const host = `${world.name}.${HOST}`;
    const ping = await askAt(host, "/api/v1/integration/ping", {
      headers: { Authorization: `Bearer ${world.apiKey}` },
    });
    expect(ping.status).toBe(200);
    const page = await askAt(host, "/p/ATLAS-1");
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining(`href="/w/${world.name}/checkout/`),
    ]);
    const clock = await askAt(
      host,
      `${WORLDS}/${world.name}/clock`,
      writing("GET", undefined, world.secret),
    );
    expect(clock.status).toBe(200);
  });

  test.each([
    ["another world's", () => `${other.name}.${HOST}`, () => `/w/${world.name}/p/ATLAS-1`],
    ["another one", () => "other.example.com", () => `/w/${world.name}/p/ATLAS-1`],
    ["none of a world", () => `www.${HOST}`, () => "/_sandbox/health"],
  ])("nothing responds at a host's name that is %s", async (_what, host, path) => {
    expect((await askAt(host(), path())).status).toBe(404);
  });

  test("a page of another origin is rejected", async () => {
    const sent = writing("POST", {}, TOKEN);
    const headers = { ...Object(sent.headers), Origin: "https://evil.example" };
    expect((await askAt(HOST, WORLDS, { ...sent, headers })).status).toBe(403);
    const drop = { ...writing("DELETE", undefined, world.secret) };
    const forged = { ...Object(drop.headers), Origin: "https://evil.example" };
    const path = `${WORLDS}/${world.name}`;
    expect((await askAt(HOST, path, { ...drop, headers: forged })).status).toBe(403);
  });

  test("a write that is not JSON is rejected", async () => {
    const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "text/plain" };
    expect((await askAt(HOST, WORLDS, { method: "POST", headers, body: "{}" })).status).toBe(415);
  });

  test.each([
    ["JSON that is none", "{", 400],
    ["a list", [], 422],
    ["a name that can't stand in an address", { name: "Büro 1" }, 422],
    ["a name that is too long", { name: "a".repeat(37) }, 422],
    ["a life that is longer than may be", { ttl: "8d" }, 422],
    ["no length of time", { ttl: "soon" }, 422],
    ["a life of nothing", { ttl: "0s" }, 422],
    ["a field that there is not", { secret: "mine" }, 422],
    ["a scenario that there is not", { scenario: "slo" }, 404],
    ["seeds with a mistake", { seeds: { keys: [{ key: "mst_own_full", merchant: "acne" }] } }, 422],
    ["seeds with too many orders", { seeds: ordersOf(100_001) }, 413],
    ["more than the control API reads", { seeds: { description: "x".repeat(9_000_000) } }, 413],
    ["more than anything reads", { seeds: { description: "x".repeat(17_000_000) } }, 413],
  ])("no world is made of %s, and none is counted", async (_what, body, status) => {
    const before = await (await ask(WORLDS, TOKEN)).json();
    const init = writing("POST", body, TOKEN);
    const response = await askAt(HOST, WORLDS, typeof body === "string" ? { ...init, body } : init);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      status,
      "application/problem+json",
    ]);
    expect(await (await ask(WORLDS, TOKEN)).json()).toEqual(before);
  });

  test("no world is made while the engine fails, and none is counted", async () => {
    const before = await (await ask(WORLDS, TOKEN)).json();
    await ask("/__test/fail/on");
    const response = await ask(WORLDS, TOKEN, "POST", {});
    await ask("/__test/fail/off");
    expect(response.headers.get("Retry-After")).toBe("1");
    await untilPrinted("Error: failed by a test");
    expect(await detailOf(response)).toEqual([503, "Try again in a moment."]);
    expect(await (await ask(WORLDS, TOKEN)).json()).toEqual(before);
  });

  test("the engine's log reports a bug with the id in its response", async () => {
    const broken = await make();
    await edge.probe("derange", broken);
    await edge.probe("evict", broken);
    const response = await ask(`${WORLDS}/${broken.name}`, broken.secret);
    const id = response.headers.get("X-Request-Id") ?? "none";
    expect(await detailOf(response)).toEqual([500, `Bug in the sandbox. See ${id} in its log.`]);
    await untilPrinted(`{"event":"bug","id":"${id}"`);
  });

  test("a change that is more than a world keeps leaves the world as it was", async () => {
    const faults = [{ endpoint: "ping", delay: "10m" }];
    const grown = await make({ seeds: { faults } });
    const look = async () => (await ask(`${WORLDS}/${grown.name}/snapshot`, grown.secret)).text();
    const add = (n: number) =>
      ask(`${WORLDS}/${grown.name}`, grown.secret, "PATCH", productsOf(3_000_000, n));
    expect([(await add(1)).status, (await add(2)).status]).toEqual([200, 200]);
    const before = await look();
    const held = askAt(HOST, `/w/${grown.name}/api/v1/integration/ping`, {
      headers: { Authorization: `Bearer ${grown.apiKey}` },
    });
    await untilHeld(grown);
    expect(await detailOf(await add(3))).toEqual([
      413,
      "The world would exceed 8 MiB. It was not changed. Reset it, or make another world.",
    ]);
    expect(await look()).toBe(before);
    expect((await held).status).toBe(503);
  });

  const call = ({ name, apiKey }: Made, headers: object = {}) =>
    askAt(HOST, `/w/${name}/api/v1/integration/orders`, {
      headers: { Authorization: `Bearer ${apiKey}`, ...headers },
    });

  test("a body that is longer than anything reads is a 400 of the API, as any that is too long", async () => {
    const authorization = { Authorization: `Bearer ${world.apiKey}` };
    const headers = { ...authorization, "Content-Type": "application/json" };
    const path = `/w/${world.name}/api/v1/integration/checkout-links`;
    for (const length of [70_000, 17_000_000]) {
      const response = await askAt(HOST, path, {
        method: "POST",
        headers,
        body: "x".repeat(length),
      });
      const { error } = await response.json();
      const message = "The body is larger than 65536 bytes.";
      expect([response.status, error.issues]).toEqual([400, [{ path: "", message }]]);
    }
  });

  test("a world is never filled by requests, however long, and all of them get responses", async () => {
    const long = await make();
    const headers = { Authorization: "Bearer wrong-key", "X-Long": "x".repeat(100_000) };
    for (let n = 0; n < 100; n++) expect((await call(long, headers)).status).toBe(401);
    expect((await call(long)).status).toBe(200);
    const order = { product: "ATLAS-1", amountMinor: "1" };
    const path = `${WORLDS}/${long.name}/orders`;
    expect((await ask(path, long.secret, "POST", order)).status).toBe(201);
    expect(await edge.probe("bytes", long)).toBeLessThan(2_000_000);
  });

  test("a full world responds as before, and accepts what makes it smaller", async () => {
    const full = await make({ seeds: { settings: { rateLimit: "off" } } });
    const change = (path: string, method: string, body?: object) =>
      ask(`${WORLDS}/${full.name}${path}`, full.secret, method, body);
    let length = 3_000_000;
    for (let n = 0; length > 100; n++) {
      const { status } = await change("", "PATCH", productsOf(length, n));
      if (status === 413) length >>= 1;
    }
    for (let n = 0; n < 20; n++) expect((await call(full)).status).toBe(200);
    expect((await change("", "GET")).status).toBe(200);
    expect((await change("/requests", "DELETE")).status).toBe(204);
    expect((await change("/reset", "POST")).status).toBe(200);
  });

  async function untilPrinted(text: string): Promise<void> {
    while (!edge.printed().includes(text)) await ask("/_sandbox/health");
  }

  async function untilHeld({ name, secret }: Made): Promise<void> {
    for (;;) {
      const requests = await ask(`${WORLDS}/${name}/requests`, secret);
      if ((await requests.json()).length > 0) return;
    }
  }
});

/** Products of so many bytes, in all; `set` tells them from those of other calls. */
function productsOf(bytes: number, set: number) {
  const title = "x".repeat(Math.min(bytes, 1_000));
  const products = Array.from({ length: Math.ceil(bytes / 1_000) }, (_, n) => ({
    publicCode: `BIG-${set}-${n}`,
    merchant: "acme",
    currency: "EUR",
    title,
  }));
  return { products };
}

function ordersOf(times: number) {
  const repeated = Array.from({ length: times }, (_, n) => ({
    product: "ATLAS-1",
    ref: `own-${n}`,
    amountMinor: "4900",
    createdAt: "2099-01-01T00:00:00Z",
    currency: "EUR",
  }));
  return { orders: repeated };
}
