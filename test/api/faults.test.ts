// What a fault does to a response: another status in its place, a delay, or its loss on the way.
import { describe, expect, test } from "bun:test";
import { ENDPOINTS, type EndpointName } from "../../src/contract/endpoints.ts";
import {
  bodyFor,
  type CallOptions,
  errorText,
  IDS,
  listened,
  requestOf,
  SEEDS,
  sandbox,
  type TestSandbox,
} from "../support/sandbox.ts";

const key = "mst_acme_full";

/** Seeds whose second line is a fault. */
const seedsOf = (fault: string, settings = "") => `faults:\n  - { ${fault} }\n${SEEDS}${settings}`;

const withFault = (fault: string, settings?: string) =>
  sandbox({ seeds: seedsOf(fault, settings) });

const ORIGIN = "fault 1 (seeds.yaml:2)";

const PING = `{"merchantId":"${IDS.acme}","scopes":["catalog:read","orders:read","checkout:links"],"environment":"SANDBOX","liveEnabled":false}`;

/** What the newest record tells of a request. */
function recordOf({ records }: Pick<TestSandbox, "records">) {
  const { status, why, hints } = records.at(-1) ?? {};
  return { status, why, hints };
}

describe("a fault that responds", () => {
  interface Injected {
    readonly status: number;
    readonly code: string;
    readonly message: string;
    readonly title: string;
    readonly target?: EndpointName;
    readonly headers?: Readonly<Record<string, string>>;
    readonly issues?: object[];
  }
  const INJECTED: readonly Injected[] = [
    {
      status: 400,
      code: "invalid_request",
      message: "The request is invalid.",
      title: "Bad Request",
      issues: [{ path: "", message: "The request was not accepted." }],
    },
    {
      status: 401,
      code: "unauthorized",
      message: "The API key is missing, invalid, expired or revoked.",
      title: "Unauthorized",
      headers: { "www-authenticate": 'Bearer error="invalid_token"' },
    },
    {
      status: 403,
      code: "sandbox_access_unavailable",
      message: "Sandbox access is unavailable.",
      title: "Forbidden",
    },
    {
      status: 403,
      code: "insufficient_scope",
      message: "The API key lacks the scope of this endpoint.",
      title: "Forbidden",
      target: "products",
      headers: { "www-authenticate": 'Bearer error="insufficient_scope", scope="catalog:read"' },
    },
    {
      status: 404,
      code: "product_not_found",
      message: "No published product of yours has this id.",
      title: "Not Found",
    },
    {
      status: 429,
      code: "rate_limit_exceeded",
      message: "The rate limit is exceeded.",
      title: "Too Many Requests",
      headers: { "retry-after": "1" },
    },
    {
      status: 500,
      code: "internal_error",
      message: "The server failed to process this request.",
      title: "Internal Server Error",
    },
    {
      status: 502,
      code: "bad_gateway",
      message: "An upstream server sent an invalid response.",
      title: "Bad Gateway",
    },
    {
      status: 503,
      code: "service_unavailable",
      message: "The service is temporarily unavailable.",
      title: "Service Unavailable",
      headers: { "retry-after": "1" },
    },
    {
      status: 504,
      code: "gateway_timeout",
      message: "An upstream server did not respond in time.",
      title: "Gateway Timeout",
    },
  ];

  const CASES = INJECTED.map(
    (injected) => [`${injected.status} ${injected.code}`, injected] as const,
  );

  describe.each(CASES)("with %s", (_name, { status, code, message, title, ...injected }) => {
    const { target = "ping", headers, issues } = injected;
    const usual = { "cache-control": "no-store", "content-type": "application/json", ...headers };

    test("responds as the API does", async () => {
      const { id, ...response } = await withFault(`respond: ${status}`).call(target, { key });
      const text = errorText(code, message, id, issues);
      expect(response).toEqual({ status, headers: usual, text });
    });

    test("responds in the form that the settings ask for", async () => {
      const made = withFault(`respond: ${status}`, "  errorBody: problem\n");
      const { id, text, ...response } = await made.call(target, { key });
      const form = { "content-type": "application/problem+json" };
      expect(response).toEqual({ status, headers: { ...usual, ...form } });
      const problem = { type: "about:blank", title, status, detail: message };
      expect(text).toBe(JSON.stringify({ ...problem, code, requestId: id, issues }));
    });

    test("is named in the log, with its place and the fix", async () => {
      const made = withFault(`respond: ${status}`);
      await made.call(target, { key });
      await made.call(target, { key });
      const why = `${ORIGIN} responded with ${status} (hit 2); to get the real response, remove it from \`faults\``;
      expect(recordOf(made)).toEqual({ status, why, hints: [] });
    });
  });

  test("responds to HEAD without a body, and to POST without reading its body", async () => {
    const made = withFault("respond: 503");
    const head = await made.call("ping", { key, method: "HEAD" });
    expect([head.status, head.text]).toEqual([503, ""]);
    expect((await made.call("checkout-links", { key, body: "{" })).status).toBe(503);
  });

  test("comes after the check of the key", async () => {
    const made = withFault("respond: 503");
    expect((await made.call("ping", { key: "mst_acme_revoked" })).status).toBe(401);
    expect((await made.call("ping", { key, method: "PUT" })).status).toBe(405);
    expect(made.worlds.default.faults.list().map(({ hits }) => hits)).toEqual([0]);
  });

  test.each<[check: string, target: EndpointName, call: CallOptions]>([
    ["access", "ping", { key: "mst_acme_noaccess" }],
    ["the scope", "orders", { key: "mst_acme_none" }],
    ["the input", "checkout-links", { key, body: "{" }],
    ["the product", "checkout-links", { key, body: bodyFor(IDS.unknown) }],
  ])("comes before the check of %s", async (_check, target, call) => {
    expect((await withFault("respond: 502").call(target, call)).status).toBe(502);
  });

  test("comes before the bucket, from which it takes nothing", async () => {
    const { call } = withFault("times: 3, respond: 503");
    const statuses = [];
    for (let n = 0; n < 5; n++)
      statuses.push((await call("ping", { key: "mst_acme_once" })).status);
    expect(statuses).toEqual([503, 503, 503, 200, 429]);
  });
});

describe("a fault that delays", () => {
  const DAY = 86_400_000;

  test("is followed by the real response, even with a frozen clock", async () => {
    const made = withFault("delay: 1ms", "  clock: { frozen: true }\n");
    const { status, text } = await made.call("ping", { key });
    expect([status, text]).toEqual([200, PING]);
    const hints = [`${ORIGIN} delayed the response by 1 ms (hit 1)`];
    expect(recordOf(made)).toEqual({ status: 200, why: undefined, hints });
  });

  test("delays its response", async () => {
    const made = withFault("delay: 1d, respond: 504");
    const response = made.call("ping", { key });
    expect(made.records).toEqual([]);
    made.worlds.default.faults.release();
    expect((await response).status).toBe(504);
    expect(recordOf(made)).toEqual({
      status: 504,
      why: `${ORIGIN} responded with 504 (hit 1); to get the real response, remove it from \`faults\``,
      hints: [`${ORIGIN} delayed the response by ${DAY} ms (hit 1)`],
    });
  });

  test("delays the later checks, so that other requests get their responses first", async () => {
    const made = withFault("times: 1, delay: 1d");
    const slow = made.call("ping", { key: "mst_acme_once" });
    expect((await made.call("ping", { key: "mst_acme_once" })).status).toBe(200);
    made.worlds.default.faults.release();
    expect((await slow).status).toBe(429);
  });

  test("has the limit count by the clock as it is then", async () => {
    const made = withFault("after: 1, delay: 1d", "  clock: { frozen: true }\n");
    expect((await made.call("ping", { key: "mst_acme_once" })).status).toBe(200);
    const slow = made.call("ping", { key: "mst_acme_once" });
    made.worlds.default.clock.advance(DAY);
    made.worlds.default.faults.release();
    expect((await slow).status).toBe(200);
  });

  test("lets a body come in whole", async () => {
    const body = bodyFor(IDS.atlas);
    const { status } = await withFault("delay: 1ms").call("checkout-links", { key, body });
    expect(status).toBe(201);
  });
});

describe("if no fault is on the way", () => {
  test.each([
    "endpoint: orders, delay: 1d",
    "after: 1, delay: 1d",
    "key: mst_acme_none, delay: 1d",
  ])("a list is returned without a promise: %s", (fault) => {
    expect(withFault(fault).api.fetch(requestOf("products", { key }))).toBeInstanceOf(Response);
  });
});

describe("a fault that drops the connection", () => {
  /** Reads what there is of a body; `cut` where it ends with an error. */
  async function readOn({ body }: Response) {
    const decoder = new TextDecoder();
    let text = "";
    try {
      for await (const chunk of body ?? []) text += decoder.decode(chunk, { stream: true });
      return { text, cut: false };
    } catch {
      return { text, cut: true };
    }
  }

  type Listened = ReturnType<typeof listened>;
  const dropping = (fault: string, settings = "") => listened({ seeds: seedsOf(fault, settings) });

  /** Asks as a listener does, whose runtime closes the connection. */
  const ask = async ({ api }: Listened, target: EndpointName, call: CallOptions = { key }) =>
    api.fetch(requestOf(target, call));

  test("before the response sends nothing of it", async () => {
    const response = await ask(dropping("drop: before"), "ping");
    expect(await readOn(response)).toEqual({ text: "", cut: true });
    const headers = { connection: "close", "content-length": "1" };
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([503, headers]);
  });

  test("midway sends the head and the first half of the body", async () => {
    const response = await ask(dropping("drop: midway"), "ping");
    const half = Math.floor(PING.length / 2);
    expect(await readOn(response)).toEqual({ text: PING.slice(0, half), cut: true });
    const { "x-request-id": id, ...headers } = Object.fromEntries(response.headers);
    expect(id).toMatch(/^req_/);
    expect([response.status, headers]).toEqual([
      200,
      {
        "cache-control": "no-store",
        "content-length": `${PING.length}`,
        "content-type": "application/json",
      },
    ]);
  });

  test("midway also cuts an error response, and drops a response without a body as a whole", async () => {
    const call = { key: "mst_acme_none" };
    const refusal = await ask(dropping("drop: midway"), "orders", call);
    expect(refusal.headers.get("www-authenticate")).toContain("insufficient_scope");
    expect([refusal.status, (await readOn(refusal)).cut]).toEqual([403, true]);
    const empty = await ask(dropping("drop: midway", "  errorBody: empty\n"), "orders", call);
    expect([empty.status, await readOn(empty)]).toEqual([503, { text: "", cut: true }]);
  });

  test.each(["before", "midway"])("%s drops the whole response to HEAD", async (drop) => {
    const response = await ask(dropping(`drop: ${drop}`), "ping", { key, method: "HEAD" });
    expect([response.status, await readOn(response)]).toEqual([503, { text: "", cut: true }]);
  });

  test.each(["before", "midway"])("%s does so once the delay is over", async (drop) => {
    const made = dropping(`drop: ${drop}, delay: 1d`);
    const response = ask(made, "ping");
    expect(made.records).toEqual([]);
    made.worlds.default.faults.release();
    expect((await readOn(await response)).cut).toBe(true);
  });

  test.each([
    ["before", "closed the connection before the response"],
    ["midway", "closed the connection in the middle of the response"],
  ])("%s is recorded with the response that was dropped", async (drop, deed) => {
    const hints = [`${ORIGIN} ${deed} (hit 1)`];
    for (const target of Object.keys(ENDPOINTS) as EndpointName[]) {
      const made = dropping(`drop: ${drop}`);
      const body = target === "checkout-links" ? { body: bodyFor(IDS.unknown) } : {};
      await readOn(await ask(made, target, { key, ...body }));
      expect(made.records).toHaveLength(1);
      const { status, hints: given } = recordOf(made);
      expect([status, given]).toEqual([target === "checkout-links" ? 404 : 200, hints]);
    }
  });

  test("takes its token from the bucket, and does not affect the next request", async () => {
    const made = withFault("times: 1, drop: before");
    const lost = made.api.fetch(requestOf("ping", { key: "mst_acme_once" }));
    await expect(lost).rejects.toThrow("fetch failed");
    expect((await made.call("ping", { key: "mst_acme_once" })).status).toBe(429);
    expect((await made.call("ping", { key })).text).toBe(PING);
  });
});
