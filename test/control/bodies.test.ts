// What all operations of the control API share: their methods, their worlds, and how a body is read.
import { describe, expect, test } from "bun:test";
import { OPERATIONS } from "../../src/control/operations.ts";
import { IDS } from "../support/sandbox.ts";
import { CONTROL, conflict, controlled, misfits, notFound, problem } from "./ask.ts";

const PARTS: Readonly<Record<string, string>> = { key: "mst_acme_full" };

/** The path of an operation in a world, of things that are there. */
function pathOf(path: string, world = "default"): string {
  const id = path.includes("/orders/") ? IDS.firstOrder : IDS.atlas;
  return path.replace(/:(\w+)/g, (_, part) => (part === "world" ? world : (PARTS[part] ?? id)));
}

const title = (method: string, path: string) => `${method.toUpperCase()} ${path}`;
const ALL = OPERATIONS.map((operation) => [title(operation.method, operation.path), operation]);
const table = (wanted: (operation: (typeof OPERATIONS)[number]) => boolean) =>
  OPERATIONS.filter(wanted).map(
    (operation) => [title(operation.method, operation.path), operation] as const,
  );
const WRITES = table(({ method }) => method !== "get");
/** What a body must be, by the path of its call; an object everywhere else. */
const KINDS: Readonly<Record<string, string>> = {
  "PUT /worlds/:world/faults": "a list of fault rules",
  "PATCH /worlds/:world": "an object with merchants, keys, products, orders, faults or settings",
};

const NEEDING_BODY = table(({ body, isBodyOptional }) => body !== undefined && !isBodyOptional);
const WITH_BODY = [...NEEDING_BODY, ...table(({ name }) => /^(?:make|ensure)World$/.test(name))];
const WITHOUT_BODY = table(({ method, body }) => body === undefined && method === "post");
const READS = table(({ method }) => method === "get");
const IN_WORLDS = table(
  ({ name, path }) => path.startsWith("/worlds/:world") && name !== "ensureWorld",
);

test("there are operations of every kind", () => {
  const kinds = [ALL, WRITES, WITH_BODY, WITHOUT_BODY, READS, IN_WORLDS];
  expect(kinds.every(({ length }) => length > 1)).toBe(true);
});

describe("a body", () => {
  const EMPTY = "The body is empty. Send JSON as /_sandbox/openapi.json describes it.";
  const BROKEN = "The body is not JSON. Send JSON as /_sandbox/openapi.json describes it.";

  test("of POST /worlds may be left out, because all its fields are optional", async () => {
    await controlled().must(201, "POST", "/worlds");
  });

  test("that is wrong has its first mistake in the detail, with what was received", async () => {
    const { ask } = controlled();
    const detailOf = async (method: string, path: string, body: unknown) =>
      (await ask(method, path, body)).body;
    for (const [method, path, sent, detail] of [
      ["POST", "/worlds", { name: 1 }, "/name: must be text, received 1."],
      [
        "POST",
        "/worlds",
        { settings: {} },
        "/settings: unknown field. Did you mean `seeds.settings`?",
      ],
      [
        "POST",
        "/worlds",
        { nam: "a", sceanrio: "b" },
        "/nam: unknown field. Did you mean `name`? See `errors` for 1 more.",
      ],
      [
        "PATCH",
        "/worlds/default",
        { keys: [{ key: "mst_made", merchant: "acm" }] },
        "/keys/0/merchant: unknown merchant `acm`. Did you mean `acme`?",
      ],
      [
        "PATCH",
        "/worlds/default",
        { keys: { key: "mst_made" } },
        "/keys: `keys` must be a list, found an object. Put its entries in brackets.",
      ],
    ] as const) {
      expect(await detailOf(method, path, sent)).toMatchObject({
        detail: `Invalid request body: ${detail}`,
      });
    }
  });

  test.each(NEEDING_BODY)("of %s is required", async (_title, { method, path }) => {
    const { ask } = controlled();
    const refusal = problem(400, "Bad Request", EMPTY);
    expect(await ask(method.toUpperCase(), pathOf(path))).toEqual(refusal);
    expect(await ask(method.toUpperCase(), pathOf(path), " \n")).toEqual(refusal);
  });

  test.each(WITH_BODY)("of %s must be JSON", async (_title, { method, path }) => {
    const { ask } = controlled();
    for (const text of ["{", "a=b", "{'a': 1}", '{"a": 1,}', "NaN"]) {
      const refusal = problem(400, "Bad Request", BROKEN);
      expect(await ask(method.toUpperCase(), pathOf(path), text)).toEqual(refusal);
    }
  });

  test.each(WRITES)("of %s must be UTF-8", async (_title, { method, path }) => {
    const { hosted } = controlled();
    const headers = { "Content-Type": "application/json" };
    for (const broken of [[0xff], [0xc3], [0xed, 0xa0, 0x80]]) {
      const body = new Uint8Array([0x7b, 0x22, ...broken, 0x22, 0x3a, 0x31, 0x7d]);
      const sent = { method: method.toUpperCase(), headers, body };
      const response = await hosted.fetch(new Request(CONTROL + pathOf(path), sent));
      expect({ status: response.status, body: await response.json() }).toEqual(
        problem(400, "Bad Request", "The body is not UTF-8. Send JSON in UTF-8."),
      );
    }
  });

  test.each(WITH_BODY)("of %s must be of its kind", async (title, { method, path }) => {
    const { ask } = controlled();
    const listed = path.endsWith("/faults");
    for (const wrong of [null, 1, true, '"{}"', ...(listed ? [{}] : [[]])]) {
      const kind = KINDS[title] ?? "an object";
      const isList = Array.isArray(wrong);
      const { status, body } = await ask(method.toUpperCase(), pathOf(path), wrong ?? "null");
      expect(status).toBe(422);
      // Why: to Valibot a list is an object, which may lack fields.
      if (isList) expect(JSON.stringify(body)).toMatch(/not a list|is missing/);
      else expect(body).toEqual(misfits({ "": `must be ${kind}` }).body);
    }
  });

  test.each(WITH_BODY)("of %s has no unknown field", async (_title, { method, path }) => {
    const { ask } = controlled();
    const sent = path.endsWith("/faults") ? [{ drop: "before", colour: 1 }] : { colour: 1 };
    const { status, body } = await ask(method.toUpperCase(), pathOf(path), sent);
    const where = path.endsWith("/faults") ? "/0/colour" : "/colour";
    expect([status, body]).toMatchObject([
      422,
      {
        errors: expect.arrayContaining([
          expect.objectContaining({
            path: where,
            message: expect.stringMatching(/unknown field\. |unknown field/),
          }),
        ]),
      },
    ]);
  });

  test.each(["__proto__", "constructor", "prototype"])(
    "has no field %s at any depth",
    async (name) => {
      const { ask, must } = controlled();
      const before = await must(200, "GET", "/worlds/default");
      for (const [method, path, body, where] of [
        ["POST", "/worlds", `{"seeds": {"${name}": []}}`, `/seeds/${name}`],
        ["POST", "/worlds", `{"${name}": {}}`, `/${name}`],
        ["POST", "/worlds/default/keys", `{"merchant": "acme", "${name}": 1}`, `/${name}`],
        ["PUT", "/worlds/default/faults", `[{"drop": "before", "${name}": 1}]`, `/0/${name}`],
        [
          "PUT",
          "/worlds/default/rate-limit",
          `{"rateLimit": {"capacity": 1, "refillPerSecond": 1, "${name}": 1}}`,
          `/rateLimit/${name}`,
        ],
      ] as const) {
        const message = expect.stringContaining("unknown field. ");
        expect(await ask(method, path, body)).toMatchObject({
          status: 422,
          body: { errors: [{ path: where, message }] },
        });
      }
      expect(await must(200, "GET", "/worlds/default")).toEqual(before);
      expect((await ask("GET", `/worlds/default/requests?${name}=1`)).status).toBe(400);
    },
  );

  test.each(WITHOUT_BODY)("of %s is empty, or an empty object", async (_title, operation) => {
    const { ask, must, call } = controlled();
    const { id } = await call("ping");
    const path = pathOf(operation.path.replace("requests/:request", `requests/${id}`));
    const refusal = misfits({ "": "must be empty, because this call takes no body" });
    for (const sent of [{ a: 1 }, [], null, 0]) {
      expect(await ask("POST", path, sent ?? "null")).toEqual(refusal);
    }
    expect(await ask("POST", path, "{")).toEqual(problem(400, "Bad Request", BROKEN));
    if (path.endsWith("/restore")) await must(200, "POST", "/worlds/default/reset");
    await must(operation.success ?? 200, "POST", path, {});
  });

  test("has at most eight MiB", async () => {
    const { ask } = controlled();
    const fields = (bytes: number) => `{"status": "DRAFT"${" ".repeat(bytes)}}`;
    const path = `/worlds/default/products/${IDS.atlas}`;
    const most = 8 * 1024 * 1024 - fields(0).length;
    expect((await ask("PATCH", path, fields(most))).status).toBe(200);
    expect((await ask("PATCH", path, fields(most + 1))).status).toBe(413);
  });

  test.each([100, 10_000, 3_000_000])("nested %d deep is rejected", async (depth) => {
    const { ask } = controlled();
    const seeds = `{"seeds": {"keys": ${"[".repeat(depth)}${"]".repeat(depth)}}}`;
    const { status, body } = await ask("POST", "/worlds", seeds);
    expect([status, body]).toMatchObject([
      422,
      { errors: [{ code: "wrong-type", path: "/seeds/keys/0" }] },
    ]);
  });
});

describe("a world that does not exist", () => {
  test.each(IN_WORLDS)("is 404 at %s", async (_title, { method, path, body }) => {
    const { ask } = controlled();
    const bodies: Record<string, unknown> = {
      "/worlds/:world/clock/advance": { by: "1h" },
      "/worlds/:world/faults": [],
      "/worlds/:world/keys": { merchant: "acme" },
      "/worlds/:world/products": { publicCode: "NEW-1", merchant: "acme", currency: "EUR" },
      "/worlds/:world/orders": { product: "ATLAS-1", amountMinor: "1" },
    };
    const sent = body && (bodies[path] ?? {});
    expect(await ask(method.toUpperCase(), pathOf(path, "defualt"), sent)).toEqual(
      notFound('There is no world called "defualt". Did you mean `default`?'),
    );
    expect(await ask(method.toUpperCase(), pathOf(path, "d%C3%A9%2F"), sent)).toEqual(
      notFound('There is no world called "dé/". Create it, or check the name.'),
    );
  });

  test("has no control API under its prefix either", async () => {
    const { hosted } = controlled();
    const request = new Request("http://127.0.0.1:4701/w/nowhere/_sandbox/worlds");
    expect((await hosted.fetch(request)).status).toBe(404);
  });
});

describe("a method", () => {
  const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
  const byPath = new Map<string, string[]>([["/health", ["GET"]]]);
  for (const { method, path } of OPERATIONS) {
    byPath.set(path, [...(byPath.get(path) ?? []), method.toUpperCase()]);
  }

  test.each([...byPath])("of %s is one of %j, or is 405 with Allow", async (path, methods) => {
    const { hosted, ask } = controlled();
    const allowed = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    for (const method of METHODS.filter((other) => !allowed.includes(other))) {
      const headers = { "Content-Type": "application/json" };
      const request = new Request(CONTROL + pathOf(path), { method, headers });
      const { status, headers: answered } = await hosted.fetch(request);
      const allow = answered.get("allow");
      expect([method, status, allow]).toEqual([method, 405, allowed.join(", ")]);
      if (method === "HEAD" || path === "/health") continue;
      expect(await ask(method, pathOf(path))).toEqual(
        problem(
          405,
          "Method Not Allowed",
          `This path supports ${allowed.join(", ")}, not ${method}.`,
        ),
      );
    }
  });

  test.each(READS)("HEAD responds as %s does, without a body", async (_title, { path }) => {
    const { hosted } = controlled();
    const [get, head] = await Promise.all(
      ["GET", "HEAD"].map((method) =>
        hosted.fetch(new Request(CONTROL + pathOf(path), { method })),
      ),
    );
    expect(head?.status).toBe(200);
    expect(head?.headers.get("content-type")).toBe(get?.headers.get("content-type") ?? null);
    const reader = get?.body?.getReader();
    // Why: one of them, the stream, has no end.
    expect([await head?.text(), (await reader?.read())?.done]).toEqual(["", false]);
    await reader?.cancel();
  });
});

describe("a path", () => {
  test.each([
    "/worlds/",
    "/worlds/default/",
    "/worlds//clock",
    "/Worlds",
    "/worlds/default/Clock",
    "/worlds/default/keys/a/b/revoke",
    "/worlds/default/clock/advance/x",
  ])("%s is nothing", async (path) => {
    expect(await controlled().ask("GET", path)).toEqual(
      problem(404, "Not Found", `No call at /_sandbox${path}. GET /_sandbox lists all calls.`),
    );
  });

  test("leads through any world's prefix to the same", async () => {
    const { hosted, must } = controlled();
    await must(201, "POST", "/worlds", { name: "alpha" });
    const request = new Request("http://127.0.0.1:4701/w/alpha/_sandbox/worlds/default");
    expect(await (await hosted.fetch(request)).json()).toEqual(
      await must(200, "GET", "/worlds/default"),
    );
  });
});

test("creating something twice is a conflict, not a second one", async () => {
  const { ask, must } = controlled();
  const product = { publicCode: "NEW-1", merchant: "acme", currency: "EUR" };
  const order = { product: "ATLAS-1", id: IDS.unknown, amountMinor: "1" };
  for (const [path, body, detail] of [
    ["/worlds", { name: "alpha" }, "The world alpha already exists. Use another name."],
    [
      "/worlds/default/keys",
      { key: "mst_made_here", merchant: "acme" },
      "The key mst_made_here already exists. Use another.",
    ],
    [
      "/worlds/default/products",
      product,
      "The product NEW-1 already exists. Change it, or use another code.",
    ],
    [
      "/worlds/default/orders",
      order,
      `The order ${IDS.unknown} already exists. Change it, or use another name.`,
    ],
  ] as const) {
    await must(201, "POST", path, body);
    const before = await must(200, "GET", "/worlds/default");
    expect(await ask("POST", path, body)).toEqual(conflict(detail));
    expect(await must(200, "GET", "/worlds/default")).toEqual(before);
  }
});
