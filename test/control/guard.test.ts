// Who is let in to the control API, attack by attack. What a real browser and a real socket send lives
// in test/browser and test/runtimes.
import { describe, expect, test } from "bun:test";
import { Hono } from "hono";
import { createGuard, type GuardOptions } from "../../src/control/guard.ts";
import { createHostChecks } from "../../src/shared/hosts.ts";
import { sandbox } from "../support/sandbox.ts";

interface Sent {
  readonly method?: string;
  readonly path?: string;
  /** Where undefined, none is sent. */
  readonly host?: string | undefined;
  /** The URL's, where the request line has another than `Host`. */
  readonly authority?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | ReadableStream;
}

const OPEN = "/_sandbox/health";
const RESET = "/_sandbox/worlds/default/reset";
const JSON_TYPE = { "Content-Type": "application/json" };
const MIB = 1024 * 1024;
const TOKEN = "s3cret-Token-of-16";

/** Makes a request as a listener hands it on. */
function requestOf(sent: Sent): Request {
  const { method = "GET", path = OPEN, body = null } = sent;
  const host = "host" in sent ? sent.host : "127.0.0.1:4701";
  const authority = sent.authority ?? host;
  const base = URL.canParse(`http://${authority}`) ? `http://${authority}` : "http://localhost";
  return new Request(base + path, {
    method,
    headers: { ...(host !== undefined && { Host: host }), ...sent.headers },
    body,
    ...(body instanceof ReadableStream && { duplex: "half" }),
  });
}

/** A sandbox behind a listener, and a way to ask its hosted address. */
function listening(options: { host?: string; controlToken?: string } = {}) {
  const made = sandbox({ host: "127.0.0.1", ...options });
  return { ...made, ask: async (sent: Sent) => made.hosted.fetch(requestOf(sent)) };
}

/** Asks the guard alone, before an app that takes whatever reaches it and tells its length. */
function askGuard(sent: Sent, options: Partial<GuardOptions> = {}) {
  const hostedUrl = () => "https://shop.test:8443/box";
  const countWrong = () => 1;
  const access = { host: "127.0.0.1", token: undefined, hostedUrl, countWrong, ...options };
  const hosts = createHostChecks(access.host, () => [hostedUrl(), "sandbox.internal"]);
  const app = new Hono().use(createGuard({ ...hosts, ...access }));
  app.all("*", async (c) => c.text(`reached by ${(await c.req.arrayBuffer()).byteLength} bytes`));
  return app.request(requestOf(sent), undefined, {});
}

const statusOf = async (...call: Parameters<typeof askGuard>) => (await askGuard(...call)).status;

const FORM = "application/x-www-form-urlencoded";
const at = (host: string | undefined): Sent => ({ host });
const from = (headers: Record<string, string>): Sent => ({ headers });
const write = (headers: Record<string, string>, body = "{}"): Sent => ({
  method: "POST",
  path: RESET,
  headers,
  body,
});

/** Each attack, and the status that it gets. */
const ATTACKS: readonly [attack: string, sent: Sent, status: number][] = [
  ["a rebound name", at("evil.test:4701"), 403],
  ["a name that leads to loopback", at("127.0.0.1.nip.io:4701"), 403],
  ["a name that begins like loopback", at("localhost.evil.test"), 403],
  ["a name that ends like loopback", at("evil-localhost"), 403],
  ["a name under localhost with a trailing dot", at("attacker.localhost.:4701"), 403],
  ["loopback with a trailing dot", at("localhost.:4701"), 403],
  ["loopback's address with a trailing dot", at("127.0.0.1."), 403],
  ["loopback in hexadecimal", at("0x7f000001:4701"), 403],
  ["loopback as one number", at("2130706433"), 403],
  ["loopback cut short", at("127.1:4701"), 403],
  ["loopback mapped into IPv6", at("[::ffff:127.0.0.1]:4701"), 403],
  ["loopback of IPv6 written out", at("[0:0:0:0:0:0:0:1]"), 403],
  ["every interface", at("0.0.0.0:4701"), 403],
  ["another address", at("192.168.1.7:4701"), 403],
  ["two Hosts, the first one ours", at("127.0.0.1:4701, evil.test"), 403],
  ["two Hosts, the second one ours", at("evil.test, 127.0.0.1:4701"), 403],
  ["two Hosts that are the same", at("localhost, localhost"), 403],
  ["a Host with a user", at("localhost@evil.test"), 403],
  ["a Host with a path", { host: "localhost/evil.test", authority: "localhost" }, 403],
  ["a Host with a blank", at("localhost evil.test"), 403],
  ["a Host with no ASCII", at("l\xf6calhost"), 403],
  ["a port that is none", at("localhost:evil"), 403],
  ["an empty Host", at(""), 403],
  ["no Host", at(undefined), 403],
  ["a request line with another address", { authority: "evil.test" }, 403],
  ["a request line with our other name", { authority: "localhost:4701" }, 403],
  ["a rebound name behind X-Forwarded-Host", withHost({ "X-Forwarded-Host": "localhost" }), 403],
  ["a rebound name behind Forwarded", withHost({ Forwarded: "host=localhost" }), 403],
  ["a rebound name behind X-Host", withHost({ "X-Host": "localhost" }), 403],
  ["a rebound name with an Origin of ours", withHost({ Origin: "http://127.0.0.1:4701" }), 403],
  ["a rebound name with its own Origin", withHost({ Origin: "http://evil.test" }), 403],

  ["a foreign Origin", from({ Origin: "https://evil.test" }), 403],
  ["the Origin null", from({ Origin: "null" }), 403],
  ["an empty Origin", from({ Origin: "" }), 403],
  ["an Origin on another port", from({ Origin: "http://127.0.0.1:4700" }), 403],
  ["an Origin of another scheme", from({ Origin: "https://127.0.0.1:4701" }), 403],
  ["an Origin by our other name", from({ Origin: "http://localhost:4701" }), 403],
  ["an Origin that begins like ours", from({ Origin: "http://127.0.0.1:4701.evil.test" }), 403],
  ["an Origin with a slash", from({ Origin: "http://127.0.0.1:4701/" }), 403],
  ["two Origins", from({ Origin: "http://127.0.0.1:4701, http://evil.test" }), 403],
  ["an image on another site", from({ "Sec-Fetch-Site": "cross-site" }), 403],
  ["an image on another port", from({ "Sec-Fetch-Site": "same-site" }), 403],
  ["a fetch site that is none", from({ "Sec-Fetch-Site": "evil" }), 403],
  ["a preflight", preflight({ Origin: "https://evil.test" }), 403],
  ["a preflight without an Origin", preflight({}), 403],
  ["a preflight of our own", preflight({ Origin: "http://127.0.0.1:4701" }), 403],

  ["a form", write({ "Content-Type": FORM }, "scenario=x"), 415],
  ["a form with a file", write({ "Content-Type": "multipart/form-data; boundary=x" }), 415],
  ["a form of text that is JSON", write({ "Content-Type": "text/plain" }, '{"a":"="}'), 415],
  ["fetch's default for text", write({ "Content-Type": "text/plain;charset=UTF-8" }), 415],
  ["text that names JSON", write({ "Content-Type": "text/plain; application/json" }), 415],
  ["two types", write({ "Content-Type": "text/plain, application/json" }), 415],
  ["two types, JSON first", write({ "Content-Type": "application/json, text/plain" }), 415],
  ["another JSON", write({ "Content-Type": "application/json5" }), 415],
  ["no type that can be read", write({ "Content-Type": "" }), 415],
  ["a beacon without a body", bare({ Origin: "https://evil.test" }), 403],
  ["a beacon without a body, by its site alone", bare({ "Sec-Fetch-Site": "cross-site" }), 403],
  ["a form that asks for DELETE", write({ "Content-Type": FORM }, "_method=DELETE"), 415],
  ["a form as a DELETE", { ...write({ "Content-Type": FORM }), method: "DELETE" }, 415],
  ["a form as a PUT", { ...write({ "Content-Type": FORM }), method: "PUT" }, 415],
  ["a form with a method to override", override({ "Content-Type": FORM }), 415],
  ["JSON from a foreign page", write({ ...JSON_TYPE, Origin: "https://evil.test" }), 403],
  ["JSON from a rebound name", { ...write(JSON_TYPE), host: "evil.test" }, 403],
  ["a long body", write(JSON_TYPE, " ".repeat(8 * MIB + 1)), 413],
];

function bare(headers: Record<string, string>): Sent {
  return { method: "POST", path: RESET, headers };
}

function withHost(headers: Record<string, string>): Sent {
  return { host: "evil.test", headers };
}

function preflight(headers: Record<string, string>): Sent {
  return {
    method: "OPTIONS",
    path: RESET,
    headers: { "Access-Control-Request-Method": "POST", ...headers },
  };
}

function override(headers: Record<string, string>): Sent {
  return write({ "X-HTTP-Method-Override": "GET", "X-Method-Override": "GET", ...headers });
}

describe("an attack", () => {
  test.each(ATTACKS)("by %s is rejected", async (_attack, sent, status) => {
    const { ask, worlds } = listening();
    const before = worlds.default;
    const response = await ask(sent);
    const { detail, ...problem } = JSON.parse(await response.text());
    expect([response.status, problem]).toEqual([
      status,
      { type: "about:blank", title: expect.any(String), status },
    ]);
    expect(detail).toMatch(/^\S.+[,;.] .+$/);
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    expect(
      [...response.headers.keys()].filter((name) => name.startsWith("access-control")),
    ).toEqual([]);
    expect([worlds.default === before, worlds.size]).toEqual([true, 1]);
  });

  test.each([
    "/_sandbox/",
    "/_sandbox/nothing",
    "/_sandbox/health/",
    "/_sandbox/health?x",
    "/w/alpha/_sandbox/health",
    "/w/alpha/_sandbox/worlds",
    "/w/alpha/_sandbox//worlds",
    "/_sandbox//worlds",
    "/_sandbox/%77orlds",
    "/_sandbox/health/../worlds",
    "/_sandbox/health%2f..%2fworlds",
    "/x/../_sandbox/worlds",
  ])("meets the guard at %s", async (path) => {
    const made = listening();
    made.worlds.create("alpha");
    expect((await made.ask({ path, host: "evil.test" })).status).toBe(403);
  });

  test.each([
    "//_sandbox/worlds",
    "/_SANDBOX/worlds",
    "/%5fsandbox/worlds",
    "/w/nobody/_sandbox/worlds",
    "/w/alpha/w/alpha/_sandbox/worlds",
    "/w/alpha//_sandbox/worlds",
  ])("finds no control API at %s", async (path) => {
    const made = listening();
    made.worlds.create("alpha");
    const response = await made.ask({ path });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      404,
      "text/html; charset=UTF-8",
    ]);
  });
});

describe("the guard accepts", () => {
  test.each([
    "localhost",
    "localhost:4701",
    "LOCALHOST",
    "localhost:80",
    "127.0.0.1",
    "127.0.0.1:1",
    "127.255.0.3:4701",
    "[::1]",
    "[::1]:4701",
    "acme.localhost:4701",
    "a.b.localhost",
    "sandbox.internal:4701",
    "shop.test",
    "shop.test:8443",
    "Shop.Test:4701",
  ])("a request to %s", async (host) => {
    expect(await statusOf({ host })).toBe(200);
  });

  test.each([
    ["127.0.0.2", "evil.test", 403],
    ["::1", "evil.test", 403],
    ["localhost", "evil.test", 403],
    ["sandbox", "sandbox.evil.test", 200],
    ["192.168.1.7", "192.168.1.8:4701", 200],
    ["fd00::7", "[fd00::7]:4701", 200],
    ["0.0.0.0", "sandbox.team.svc:4701", 200],
    ["::", "sandbox:4701", 200],
  ])("a request to a listener on %s for %s: %d", async (listened, host, status) => {
    expect(await statusOf({ host }, { host: listened })).toBe(status);
  });

  test("a request with the token, to any host name", async () => {
    const asked = { host: "sandbox:4701", path: "/_sandbox/worlds" };
    const headers = { Authorization: `Bearer ${TOKEN}` };
    expect(await statusOf({ ...asked, headers }, { token: TOKEN })).toBe(200);
    expect(await statusOf({ ...asked }, { token: TOKEN })).toBe(403);
    const wrong = { Authorization: "Bearer another" };
    expect(await statusOf({ ...asked, headers: wrong }, { token: TOKEN })).toBe(403);
    const page = { ...headers, Origin: "https://evil.test" };
    expect(await statusOf({ ...asked, headers: page }, { token: TOKEN })).toBe(403);
  });

  test("a request of the program itself, which has no Host", async () => {
    const inside = { host: undefined };
    expect(await statusOf(inside, inside)).toBe(200);
    expect(await statusOf({ host: "evil.test" }, inside)).toBe(403);
    expect(await statusOf({ ...inside, headers: { Origin: "null" } }, inside)).toBe(403);
  });

  test.each<[what: string, headers: Record<string, string>]>([
    ["the origin that is asked", { Origin: "http://127.0.0.1:4701" }],
    ["the advertised origin", { Origin: "https://shop.test:8443" }],
    ["a page of the sandbox", { "Sec-Fetch-Site": "same-origin" }],
    ["a person", { "Sec-Fetch-Site": "none" }],
    ["a proxy that was asked something else", { "X-Forwarded-Host": "evil.test" }],
    ["a program", {}],
  ])("a request with the headers of %s", async (_what, headers) => {
    expect(await statusOf({ headers })).toBe(200);
    expect(await statusOf(write({ ...JSON_TYPE, ...headers }))).toBe(200);
  });

  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON;charset=UTF-8",
    "application/json ; x=y",
  ])("a write with %s", async (type) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const response = await askGuard({ ...write({ "Content-Type": type }), method });
      expect(await response.text()).toBe("reached by 2 bytes");
    }
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])("a %s without a body", async (method) => {
    const types = [undefined, "application/x-www-form-urlencoded", "text/plain"];
    for (const type of types) {
      const headers = { "Content-Length": "0", ...(type && { "Content-Type": type }) };
      expect(await statusOf({ method, path: RESET, headers })).toBe(200);
      expect(await statusOf({ method, path: RESET, headers, body: "" })).toBe(200);
    }
  });

  test("with a body of the maximum size, but not a byte more", async () => {
    const text = "x".repeat(8 * MIB);
    const chunked = (body: string) => new Blob([body]).stream();
    for (const [body, status] of [
      [text, 200],
      [chunked(text), 200],
      [`${text}x`, 413],
      [chunked(`${text}x`), 413],
    ] as const) {
      expect(await statusOf({ method: "POST", path: RESET, headers: JSON_TYPE, body })).toBe(
        status,
      );
    }
    const declared = { ...JSON_TYPE, "Content-Length": String(8 * MIB + 1) };
    expect(await statusOf(write(declared))).toBe(413);
  });
});

describe("a link on another site", () => {
  const link = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" };
  const path = "/dashboard";
  const pages = true;

  test("leads to a guarded page, and to nothing else", async () => {
    expect(await statusOf({ path, headers: link }, { pages })).toBe(200);
    expect(await statusOf({ path: "/_sandbox/worlds", headers: link })).toBe(403);
  });

  test.each([
    ["a frame", { headers: { ...link, "Sec-Fetch-Dest": "iframe" } }],
    ["a script", { headers: { ...link, "Sec-Fetch-Dest": "empty" } }],
    ["a form", { method: "POST", headers: { ...link, ...JSON_TYPE } }],
    ["a page that rebinds its name", { headers: link, host: "rebound.test" }],
  ])("is not what %s is", async (_what, sent) => {
    expect(await statusOf({ path, ...sent }, { pages })).toBe(403);
  });
});

describe("a form where the guard expects forms", () => {
  const options = { pages: true, forms: true };
  const own = { Origin: "http://127.0.0.1:4701" };
  const site = (name: string) => ({ "Sec-Fetch-Site": name });
  const posted = (headers: Record<string, string>, type = FORM): Sent => ({
    method: "POST",
    path: "/docs/try",
    headers: { "Content-Type": type, ...headers },
    body: "a=b",
  });

  test.each<[what: string, headers: Record<string, string>]>([
    ["the origin that is asked", own],
    ["the advertised origin", { Origin: "https://shop.test:8443" }],
    ["our own page, by its site alone", site("same-origin")],
    ["our own page, by both", { ...own, ...site("same-origin") }],
    ["a person who sends it once more", { ...own, ...site("none") }],
  ])("is let in from %s", async (_what, headers) => {
    expect(await statusOf(posted(headers), options)).toBe(200);
    expect(await statusOf(posted(headers, `${FORM};charset=UTF-8`), options)).toBe(200);
  });

  test.each<[what: string, sent: Sent, status: number]>([
    ["without a sign of its origin", posted({}), 403],
    ["of a foreign page", posted({ Origin: "https://evil.test", ...site("cross-site") }), 403],
    [
      "of a page at another port",
      posted({ Origin: "http://127.0.0.1:1", ...site("same-site") }),
      403,
    ],
    ["of a page without an origin", posted({ Origin: "null", ...site("cross-site") }), 403],
    ["of a foreign page, by its site alone", posted(site("cross-site")), 403],
    ["of a foreign page that claims our origin", posted({ ...own, ...site("cross-site") }), 403],
    [
      "that opens our page from another site",
      posted({ ...site("cross-site"), "Sec-Fetch-Dest": "document" }),
      403,
    ],
    ["that a person is said to have made, without an origin", posted(site("none")), 403],
    ["at a name that leads here", { ...posted(own), host: "rebound.test:4701" }, 403],
    ["of a page whose name leads here", posted({ Origin: "http://rebound.test:4701" }), 403],
    ["with a file", posted(own, "multipart/form-data; boundary=x"), 415],
    ["of text", posted(own, "text/plain"), 415],
    ["of another type that begins like it", posted(own, `${FORM}x`), 415],
    ["as a PUT", { ...posted(own), method: "PUT" }, 415],
    ["as a DELETE", { ...posted(own), method: "DELETE" }, 415],
    ["that is too long", { ...posted(own), body: "x".repeat(8 * MIB + 1) }, 413],
  ])("%s is rejected", async (_what, sent, status) => {
    expect(await statusOf(sent, options)).toBe(status);
  });

  test("still needs the token if there is one", async () => {
    const secured = { ...options, token: TOKEN };
    expect(await statusOf(posted(own), secured)).toBe(401);
    const login = { Authorization: `Basic ${btoa(`:${TOKEN}`)}` };
    expect(await statusOf(posted({ ...own, ...login }), secured)).toBe(200);
    expect(await statusOf(posted(login), secured)).toBe(403);
  });

  test("is rejected where forms are not expected", async () => {
    expect(await statusOf(posted(own), { pages: true })).toBe(415);
    expect(await statusOf(posted(own))).toBe(415);
  });
});

describe("a token", () => {
  const token = "s3cret-Token";
  const challengeOf = async (authorization: string | undefined) => {
    const headers = { ...(authorization !== undefined && { Authorization: authorization }) };
    const response = await askGuard({ path: "/_sandbox/worlds", headers }, { token });
    return [response.status, response.headers.get("WWW-Authenticate")];
  };

  test.each([
    `Bearer ${token}`,
    `bearer ${token}`,
    `BEARER   ${token}`,
    `Basic ${btoa(`:${token}`)}`,
    `basic ${btoa(`anyone:${token}`)}`,
  ])("is taken from %p", async (authorization) => {
    expect(await challengeOf(authorization)).toEqual([200, null]);
  });

  test.each([
    undefined,
    "",
    token,
    "Bearer",
    "Bearer ",
    "Basic",
    "Basic a",
    "Basic a===",
    `Basic ${btoa(token)}`,
  ])("is missing from %p", async (authorization) => {
    expect(await challengeOf(authorization)).toEqual([401, "Bearer"]);
  });

  test.each([
    ...["x", "s3cret-Toke", "s3cret-Token1", "s3cret-token", `${token}, Bearer ${token}`].map(
      (wrong) => `Bearer ${wrong}`,
    ),
    ...[`${token}:`, `:${token}1`, ":"].map((login) => `Basic ${btoa(login)}`),
  ])("is another than %p", async (authorization) => {
    expect(await challengeOf(authorization)).toEqual([401, 'Bearer error="invalid_token"']);
  });

  test("is requested by a login if one of the sandbox's pages calls", async () => {
    const headers = { "Sec-Fetch-Site": "same-origin" };
    const response = await askGuard({ path: "/_sandbox/worlds", headers }, { token });
    expect(response.headers.get("WWW-Authenticate")).toStartWith("Basic ");
  });

  test("is requested by a login if pages are guarded", async () => {
    const login = 'Basic realm="merchant-sandbox", charset="UTF-8"';
    for (const headers of [{}, { Authorization: "Bearer x" }]) {
      const response = await askGuard({ path: "/dashboard", headers }, { token, pages: true });
      expect([response.status, response.headers.get("WWW-Authenticate")]).toEqual([401, login]);
    }
  });

  test("is checked only after the origin, and before the body", async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const path = "/_sandbox/worlds";
    expect(await statusOf({ path, headers: { ...headers, Origin: "null" } }, { token })).toBe(403);
    expect(await statusOf(write({ "Content-Type": FORM }), { token })).toBe(401);
    expect(await statusOf(write({ "Content-Type": FORM, ...headers }), { token })).toBe(415);
  });

  test.each(["/_sandbox/health/", "/_sandbox/healthy", "/_sandbox/health%2f..%2fworlds"])(
    "is required at %s, which is not health",
    async (path) => {
      expect(await statusOf({ path }, { token })).toBe(401);
    },
  );

  test("is guessed by an address five times a second at most, and the right one is always taken", async () => {
    const secret = "a-token-of-16-characters";
    const made = sandbox({ host: "127.0.0.1", controlToken: secret });
    const surfaces = ["/_sandbox/worlds", "/dashboard", "/docs"];
    const ask = async (bearer: string, path = "/_sandbox/worlds", peer?: string) => {
      const headers = { Host: "127.0.0.1:4701", Authorization: `Bearer ${bearer}` };
      const request = new Request(`http://127.0.0.1:4701${path}`, { headers });
      const response = await made.hosted.fetch(request, () => peer);
      return [response.status, response.headers.get("Retry-After")];
    };
    for (const second of [0, 1]) {
      for (let n = 0; n < 25; n++) {
        const limited = n < 5 ? [401, null] : [429, "1"];
        expect(await ask(`guess-${n}`, surfaces[n % 3], "10.0.0.1")).toEqual(limited);
        expect(await ask(`guess-${n}`, surfaces[n % 2], "fe80::1")).toEqual(limited);
      }
      expect(await ask("guess", surfaces[0], "10.0.0.2")).toEqual([401, null]);
      expect(await ask(secret, surfaces[0], "10.0.0.1")).toEqual([200, null]);
      const shown = made.records.slice(-2).map(({ status, path, why }) => ({ status, path, why }));
      const why = "More than 5 wrong control tokens came within a second from";
      expect(shown).toEqual([
        { status: 429, path: "/docs", why: `${why} 10.0.0.1` },
        { status: 429, path: "/dashboard", why: `${why} fe80::1` },
      ]);
      expect(made.records).toHaveLength(2 * (second + 1));
      made.pass(1);
    }
  });

  test("is not in the query", async () => {
    const path = `/_sandbox/worlds?access_token=${token}`;
    expect(await statusOf({ path }, { token })).toBe(401);
  });

  test("is required for everything except health if the listener is reachable from other machines", async () => {
    const path = "/_sandbox/worlds";
    const headers = { Authorization: `Bearer ${token}` };
    for (const host of [
      "0.0.0.0",
      "::",
      "192.168.1.7",
      "sandbox",
      "sandbox.localhost",
      "fe80::1%eth0",
      "127.0.0.1.x",
    ]) {
      expect(await statusOf({ path }, { host })).toBe(403);
      expect(await statusOf({ path, headers }, { host })).toBe(403);
      expect(await statusOf({ path, headers }, { host, token })).toBe(200);
      expect(await statusOf({}, { host })).toBe(200);
      expect(await statusOf({}, { host, token })).toBe(200);
    }
  });

  test("is not required if only this machine can reach it", async () => {
    for (const host of [
      "127.0.0.1",
      "127.8.9.1",
      "::1",
      "0:0:0:0:0:0:0:1",
      "localhost",
      "LOCALHOST",
    ]) {
      expect(await statusOf({ path: "/_sandbox/worlds" }, { host })).toBe(200);
    }
  });
});

describe("an error says what is wrong and how to fix it", () => {
  const path = "/_sandbox/worlds";
  const names = "use 127.0.0.1 or localhost, or start it with --allow-host NAME";
  const page = "Call the control API from a program, not from a page of another origin.";
  const bearer = "Send the value of --control-token as Authorization: Bearer TOKEN.";

  test.each<[what: string, Sent, Partial<GuardOptions>, number, title: string, detail: string]>([
    [
      "a wrong Host",
      at("evil.test"),
      {},
      403,
      "Forbidden",
      `Host must be a name of this sandbox, received "evil.test"; ${names}.`,
    ],
    [
      "no Host",
      at(undefined),
      {},
      403,
      "Forbidden",
      `Host must be a name of this sandbox, received none; ${names}.`,
    ],
    [
      "a foreign Origin",
      from({ Origin: "null" }),
      {},
      403,
      "Forbidden",
      `Origin "null" is not the sandbox's own. ${page}`,
    ],
    [
      "another site",
      from({ "Sec-Fetch-Site": "cross-site" }),
      {},
      403,
      "Forbidden",
      `The request came from a web page of another site (Sec-Fetch-Site: cross-site). ${page}`,
    ],
    [
      "a preflight",
      preflight({}),
      {},
      403,
      "Forbidden",
      `CORS preflight requests are not allowed. ${page}`,
    ],
    [
      "an open host",
      { path },
      { host: "0.0.0.0" },
      403,
      "Forbidden",
      "The sandbox listens on 0.0.0.0, which other machines can reach, and has no token. Start it with --control-token TOKEN or MERCHANT_SANDBOX_CONTROL_TOKEN, or without --host.",
    ],
    ["no token", { path }, { token: TOKEN }, 401, "Unauthorized", `No token was sent. ${bearer}`],
    [
      "a wrong token",
      { path, headers: { Authorization: "Bearer x" } },
      { token: TOKEN },
      401,
      "Unauthorized",
      `The token is wrong. ${bearer}`,
    ],
    [
      "no type",
      { path, method: "POST", body: new Blob(["{}"]).stream() },
      {},
      415,
      "Unsupported Media Type",
      "Content-Type must be application/json, received none. Send the body as JSON.",
    ],
    [
      "a stray form",
      write({ "Content-Type": FORM }),
      { pages: true, forms: true },
      403,
      "Forbidden",
      "Only pages of the sandbox may send forms, and neither Origin nor Sec-Fetch-Site shows that this one did. From a program, send JSON.",
    ],
    [
      "a long body",
      write({ ...JSON_TYPE, "Content-Length": "9000000" }),
      {},
      413,
      "Content Too Large",
      "The body is longer than 8388608 bytes. Put large data in the seeds, and send only changes.",
    ],
  ])("of %s", async (_what, sent, options, status, title, detail) => {
    const response = await askGuard(sent, options);
    expect(JSON.parse(await response.text())).toEqual({
      type: "about:blank",
      title,
      status,
      detail,
    });
  });
});
