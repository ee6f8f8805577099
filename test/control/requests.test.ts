// The journal over HTTP: read with filters, cleared, and followed as a stream of events.
import { afterEach, describe, expect, test } from "bun:test";
import * as v from "valibot";
import { RESPONSE_SCHEMAS } from "../../src/control/responses.ts";
import { sandbox } from "../support/sandbox.ts";
import { CONTROL } from "./ask.ts";

const key = "mst_acme_full";

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function journaled() {
  const made = sandbox();
  return Object.assign(made, {
    /** Asks the journal of a world, by what stands behind `/_sandbox/worlds/`. */
    ask: async (path: string, { headers = {}, method = "GET" }: Asked = {}) => {
      const sent = { "Content-Type": "application/json", ...headers };
      return made.hosted.fetch(new Request(`${CONTROL}/worlds/${path}`, { method, headers: sent }));
    },
  });
}

let restore = () => {};
afterEach(() => restore());

/** Puts timers in the place of the system's that run when the test says so. */
function takeTimers() {
  const running = new Map<number, () => void>();
  const system = { setInterval, clearInterval };
  Object.assign(globalThis, {
    setInterval: (run: () => void) => {
      running.set(running.size + 1, run);
      return running.size;
    },
    clearInterval: (id: number) => running.delete(id),
  });
  restore = () => void Object.assign(globalThis, system);
  return {
    count: () => running.size,
    tick: () => running.forEach((run) => void run()),
  };
}

const read = async (response: Response) => ({
  status: response.status,
  type: response.headers.get("Content-Type"),
  text: await response.text(),
});

const listed = async (response: Response | Promise<Response>) =>
  v.parse(v.array(RESPONSE_SCHEMAS.Request), await (await response).json());

describe("requests", () => {
  test("are returned as the journal lists them, and match their schema", async () => {
    const { ask, call, worlds } = journaled();
    await call("ping", { key, query: "a=1" });
    await call("orders");
    const response = await ask("default/requests");
    expect(response.headers.get("Content-Type")).toBe("application/json");
    expect<unknown>(await listed(response)).toEqual(worlds.default.journal.list());
  });

  test("belong to the requested world", async () => {
    const { ask, call, worlds } = journaled();
    worlds.create("alpha");
    const { id } = await call("ping", { key, world: "alpha" });
    expect(await listed(ask("default/requests"))).toEqual([]);
    expect((await listed(ask("alpha/requests"))).map((entry) => entry.id)).toEqual([id]);
  });

  test("are filtered by endpoint, status and what came before", async () => {
    const { ask, call } = journaled();
    const ids: string[] = [];
    for (const target of ["ping", "orders", "ping", "checkout-links"] as const)
      ids.push((await call(target, { key })).id);
    for (const [query, expected] of [
      ["endpoint=ping", [0, 2]],
      ["endpoint=checkout-links&status=400", [3]],
      [`since=${ids[1]}`, [2, 3]],
      [`since=${ids[1]}&endpoint=ping`, [2]],
      ["since=unknown", [0, 1, 2, 3]],
      ["since=", [0, 1, 2, 3]],
    ] as const) {
      const found = await listed(ask(`default/requests?${query}`));
      expect([query, found.map(({ id }) => ids.indexOf(id))]).toEqual([query, [...expected]]);
    }
  });

  test.each([
    ["status=4xx", [1, 3]],
    ["status=200", [0, 2]],
    ["method=POST", [3]],
    ["key={key}", [0, 2, 3]],
    ["id={id}", [2]],
    ["id=req_nothing", []],
    ["q=", [0, 1, 2, 3]],
    ["q=status:4xx endpoint:orders", [1]],
    ["q=method:post", [3]],
    ["q=merchant:acme status:2", [0, 2]],
    ["q=key:{key} id:{id}", [2]],
    ["q=id:", [0, 1, 2, 3]],
    ["q=CHECKOUT-links", [3]],
    ["q=notices page=2", []],
    ['q="page=2"', [2]],
    ["q=Colour", [3]],
    ["q=constructor:x", []],
    ["q=status:4xx&status=403", []],
  ])("are found by %s", async (query, expected) => {
    const { ask, call, worlds } = journaled();
    const ids = [
      (await call("ping", { key })).id,
      (await call("orders", { key: "mst_nobody_knows" })).id,
      (await call("orders", { key, query: "page=2" })).id,
      (await call("checkout-links", { key, body: '{"colour": 1}' })).id,
    ];
    const [first] = worlds.default.journal.list();
    const given = query.replace("{id}", ids[2] ?? "").replace("{key}", first?.key ?? "");
    const found = await listed(ask(`default/requests?${new URLSearchParams(given)}`));
    expect(found.map(({ id }) => ids.indexOf(id))).toEqual([...expected]);
  });

  test.each([
    [
      "endpoint=pings",
      "endpoint",
      'must be one of ping, products, orders, checkout-links, received "pings"',
    ],
    ["status=4x", "status", 'must be a status such as 401, 4xx or dropped, received "4x"'],
    ["status=200&status=401", "status", "must be given once, not 2 times"],
    ["since=a&since=a&since=b", "since", "must be given once, not 3 times"],
    [
      "state=401",
      "state",
      "unknown field. Known here: endpoint, status, method, key, id, q, since.",
    ],
  ])("are rejected if a filter is invalid: %s", async (query, path, message) => {
    for (const place of ["requests", "requests/stream"]) {
      const { status, type, text } = await read(await journaled().ask(`default/${place}?${query}`));
      expect([status, type]).toEqual([400, "application/problem+json"]);
      expect(JSON.parse(text)).toEqual({
        type: "about:blank",
        title: "Bad Request",
        status: 400,
        detail: `Invalid query: /${path}: ${message.replace(/[^.]$/, "$&.")}`,
        errors: [{ path: `/${path}`, message }],
      });
    }
  });

  test("are cleared, and only there", async () => {
    const { ask, call, worlds } = journaled();
    worlds.create("alpha");
    await call("ping", { key });
    await call("ping", { key, world: "alpha" });
    const cleared = await ask("default/requests", { method: "DELETE" });
    expect([cleared.status, await cleared.text()]).toEqual([204, ""]);
    expect(await listed(ask("default/requests"))).toEqual([]);
    expect(await listed(ask("alpha/requests"))).toHaveLength(1);
  });

  test.each([
    ["requests", "POST", "GET, HEAD, DELETE"],
    ["requests/stream", "DELETE", "GET, HEAD"],
  ])("get 405 at %s to %s", async (place, method, allow) => {
    const response = await journaled().ask(`default/${place}`, { method });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, allow]);
    expect(JSON.parse(await response.text())).toMatchObject({
      detail: `This path supports ${allow}, not ${method}.`,
    });
  });

  test.each([
    ["requests", "GET"],
    ["requests", "DELETE"],
    ["requests/stream", "GET"],
  ])("of no world are 404 at %s to %s", async (place, method) => {
    const { status, text } = await read(await journaled().ask(`nowhere/${place}`, { method }));
    expect([status, JSON.parse(text).detail]).toEqual([
      404,
      'There is no world called "nowhere". Create it, or check the name.',
    ]);
  });

  test("are returned to HEAD without a body, and no stream stays open", async () => {
    const { ask } = journaled();
    const timers = takeTimers();
    for (const [place, type] of [
      ["requests", "application/json"],
      ["requests/stream", "text/event-stream"],
    ]) {
      const answer = await read(await ask(`default/${place}`, { method: "HEAD" }));
      expect(answer).toEqual({ status: 200, type: type ?? "", text: "" });
    }
    expect(timers.count()).toBe(0);
  });
});

describe("a stream of requests", () => {
  const HELLO = ": an event for each response\n\n";

  /** Opens the stream, and reads it by its chunks. */
  async function open(
    { ask }: ReturnType<typeof journaled>,
    query = "",
    headers: Record<string, string> = {},
  ) {
    const response = await ask(`default/requests/stream${query}`, { headers });
    const reader = response.body?.getReader();
    const next = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await next()).toBe(HELLO);
    return { response, next, leave: () => reader?.cancel() };
  }

  const idsOf = (chunk: string) => [...chunk.matchAll(/^id: (.*)$/gm)].map(([, id]) => id);

  test("sends each one as an event, as in the list", async () => {
    const made = journaled();
    await made.call("orders", { key });
    const { response, next, leave } = await open(made);
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    const { id } = await made.call("ping", { key, headers: { "X-Line": "a b" } });
    const [, entry] = made.worlds.default.journal.list();
    expect(await next()).toBe(`id: ${id}\ndata: ${JSON.stringify(entry)}\n\n`);
    await leave();
  });

  test.each([
    ["Last-Event-ID", 0, undefined, [1, 2]],
    ["since", undefined, 1, [2]],
    ["Last-Event-ID before since", 1, 0, [2]],
    ["an unknown Last-Event-ID", -1, undefined, [0, 1, 2]],
  ])("begins after %s", async (_name, last, since, expected) => {
    const made = journaled();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await made.call("ping", { key })).id);
    const { next, leave } = await open(
      made,
      since === undefined ? "" : `?since=${ids[since]}`,
      last === undefined ? {} : { "Last-Event-ID": ids[last] ?? "unknown" },
    );
    expect(idsOf(await next())).toEqual(expected.map((n) => ids[n] ?? ""));
    await leave();
  });

  test("is filtered as the list is", async () => {
    const made = journaled();
    const { next, leave } = await open(made, "?status=401&endpoint=ping");
    await made.call("ping", { key });
    await made.call("orders");
    const { id } = await made.call("ping");
    expect(idsOf(await next())).toEqual([id]);
    await leave();
  });

  test("sends a sign of life while nothing happens, until its reader leaves", async () => {
    const timers = takeTimers();
    const response = await journaled().ask("default/requests/stream");
    const reader = response.body?.getReader();
    const next = async () => new TextDecoder().decode((await reader?.read())?.value);
    for (let n = 0; n < 3; n++) timers.tick();
    expect(await next()).toBe(HELLO);
    timers.tick();
    expect([await next(), timers.count()]).toEqual([": still here\n\n", 1]);
    await reader?.cancel();
    expect(timers.count()).toBe(0);
  });

  test("ends with its world", async () => {
    const made = journaled();
    made.worlds.create("alpha");
    const timers = takeTimers();
    const answer = (await made.ask("alpha/requests/stream")).text();
    made.worlds.drop("alpha");
    expect([await answer, timers.count()]).toEqual([HELLO, 0]);
  });

  test("keeps nothing for a slow reader except what the journal has", async () => {
    const made = journaled();
    const { next, leave } = await open(made);
    const ids: string[] = [];
    for (let n = 0; n < 1_050; n++) ids.push((await made.call("ping", { key })).id);
    const received: (string | undefined)[] = [];
    while (received.length < 1_000 || received.at(-1) !== ids.at(-1))
      received.push(...idsOf(await next()));
    expect(received.slice(-1_000)).toEqual(ids.slice(-1_000));
    expect(received.length).toBeLessThan(1_000 + 25);
    await leave();
  });
});
