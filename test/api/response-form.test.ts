// The form of responses, where the specification leaves it open and a setting asks for another.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { createSandbox, type RunningSandbox, startSandbox } from "../../src/library/library.ts";

const PATH = "/api/v1/integration";
const HEADERS = { Authorization: "Bearer mst_acme_full" };
const NOW = "2026-10-17T09:00:00Z";

/** The orders of a world with some settings, as text. */
async function ordersWith(settings: object, sandbox = createSandbox()): Promise<string> {
  const world = await sandbox.world({
    seeds: { settings: { clock: { now: NOW, frozen: true }, ...settings } },
  });
  const url = `http://sandbox/w/${world.name}${PATH}/orders`;
  return (await sandbox.api.fetch(new Request(url, { headers: HEADERS }))).text();
}

describe("jsonForm", () => {
  test.each(["spaced", "reordered", "escaped"])("%s writes the same values", async (jsonForm) => {
    const [plain, other] = [await ordersWith({}), await ordersWith({ jsonForm })];
    expect(other).not.toBe(plain);
    expect(JSON.parse(other)).toEqual(JSON.parse(plain));
  });

  test("reordered reverses the fields, escaped writes capitals as escapes", async () => {
    const [first] = JSON.parse(await ordersWith({ jsonForm: "reordered" }));
    expect(Object.keys(first)).toEqual(
      "createdAt,refundedMinor,amountMinor,currency,state,productId,id".split(","),
    );
    expect(await ordersWith({ jsonForm: "escaped" })).toContain("\\u0050\\u0041\\u0049\\u0044");
  });
});

describe("values", () => {
  test("uuidCase: upper writes ids in upper case, and they are still found", async () => {
    const sandbox = createSandbox();
    const [{ productId }] = JSON.parse(await ordersWith({ uuidCase: "upper" }, sandbox));
    expect(productId).toMatch(/^[0-9A-F-]{36}$/);
    const response = await sandbox.api.request(`${PATH}/checkout-links`, {
      method: "POST",
      headers: { ...HEADERS, "Content-Type": "application/json" },
      body: JSON.stringify({ productId }),
    });
    expect(response.status).toBe(201);
  });

  test.each([
    [0, /T\d\d:\d\d:\d\dZ$/],
    [6, /T\d\d:\d\d:\d\d\.\d{3}000Z$/],
    [9, /T\d\d:\d\d:\d\d\.\d{3}000000Z$/],
  ])("timeDigits: %d writes as many digits of a second", async (timeDigits, form) => {
    const [{ createdAt }] = JSON.parse(await ordersWith({ timeDigits }));
    expect(createdAt).toMatch(form);
  });

  test("extraScopes are listed after those of the key, in this world only", async () => {
    const sandbox = createSandbox();
    const world = await sandbox.world({ seeds: { settings: { extraScopes: ["reports:read"] } } });
    const scopesIn = async (prefix: string) => {
      const url = `http://sandbox${prefix}${PATH}/ping`;
      const response = await sandbox.api.fetch(new Request(url, { headers: HEADERS }));
      return ((await response.json()) as { scopes: string[] }).scopes;
    };
    const own = ["catalog:read", "orders:read", "checkout:links"];
    expect(await scopesIn("")).toEqual(own);
    expect(await scopesIn(`/w/${world.name}`)).toEqual([...own, "reports:read"]);
    expect(await scopesIn("")).toEqual(own);
  });

  test("listOrder: changing shuffles again for each request", async () => {
    const sandbox = createSandbox();
    const world = await sandbox.world({ seeds: { settings: { listOrder: "changing" } } });
    const url = `http://sandbox/w/${world.name}${PATH}/orders`;
    const ask = async () =>
      (await (await sandbox.api.fetch(new Request(url, { headers: HEADERS }))).json()) as {
        id: string;
      }[];
    const lists = [await ask(), await ask(), await ask()];
    const ids = lists.map((list) => list.map(({ id }) => id));
    expect(new Set(ids.map(String)).size).toBe(3);
    expect(new Set(ids.map((list) => String(list.toSorted()))).size).toBe(1);
  });
});

describe("retryAfter", () => {
  const ask = async (retryAfter: "seconds" | "date" | "none") => {
    const sandbox = createSandbox({ systemTime: () => Date.parse(NOW) });
    const world = await sandbox.world({
      seeds: { settings: { retryAfter }, faults: [{ respond: 429 }] },
    });
    const url = `http://sandbox/w/${world.name}${PATH}/ping`;
    const { headers } = await sandbox.api.fetch(new Request(url, { headers: HEADERS }));
    return headers.get("retry-after");
  };

  test.each([
    ["seconds", "1"],
    ["date", "Sat, 17 Oct 2026 09:00:01 GMT"],
    ["none", null],
  ] as const)("%s is %p", async (form, sent) => {
    expect(await ask(form)).toBe(sent);
  });
});

describe("on the wire", () => {
  let sandbox: RunningSandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
  });
  afterAll(() => sandbox.close());

  /** Sends a request over a connection of its own, and returns all that comes until it is closed. */
  async function exchange(settings: object, ends: (received: string) => boolean): Promise<string> {
    const world = await sandbox.world({ seeds: { settings } });
    const { hostname, port } = new URL(sandbox.baseUrl);
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET /w/${world.name}${PATH}/ping HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${HEADERS.Authorization}\r\n\r\n`,
    );
    let received = "";
    for await (const chunk of socket) {
      received += chunk;
      if (ends(received)) break;
    }
    socket.destroy();
    return received;
  }

  test("transfer: chunked sends a body in many chunks", async () => {
    const received = await exchange({ transfer: "chunked" }, (text) => text.endsWith("0\r\n\r\n"));
    const [head = "", body = ""] = received.split("\r\n\r\n");
    expect(head.toLowerCase()).toContain("transfer-encoding: chunked");
    expect(body.match(/^[0-9a-f]+\r$/gm)?.length).toBeGreaterThan(5);
  });

  test("keepAlive: false closes the connection after a response", async () => {
    const received = await exchange({ keepAlive: false }, () => false);
    expect(received).toStartWith("HTTP/1.1 200");
    expect(received.toLowerCase()).toContain("connection: close");
  });

  test.each([
    ["usual", "X-Request-Id: req_"],
    ["lower", "x-request-id: req_"],
  ])("headerCase: %s writes %s", async (headerCase, written) => {
    const received = await exchange({ headerCase }, (text) => text.endsWith("}"));
    expect(received).toContain(written);
  });
});
