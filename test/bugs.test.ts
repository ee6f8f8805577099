// A bug beside the API: in a page, in a call of the control API, or in what loads them. 500 with an id to the
// client, the stack under that id to the log, and the next request as if nothing was.
import { describe, expect, spyOn, test } from "bun:test";
import type { World } from "../src/world/world.ts";
import { IDS, sandbox } from "./support/sandbox.ts";

const HOSTED = "http://127.0.0.1:4701";

/** Makes a sandbox of which one part fails, once. */
function buggy(part: "names" | keyof World, thrown: unknown) {
  const made = sandbox();
  const owner = part === "names" ? made.worlds : made.worlds.default;
  const sound = Reflect.get(owner, part);
  const fail = () => {
    Reflect.set(owner, part, sound);
    throw thrown;
  };
  Reflect.set(owner, part, fail);
  const ask = async (path: string) => {
    const response = await made.hosted.fetch(new Request(HOSTED + path));
    const { "x-request-id": id, ...headers } = Object.fromEntries(response.headers);
    return { status: response.status, headers, id, text: await response.text() };
  };
  return { ...made, ask };
}

const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
const CASES = [
  ["a page", "/dashboard/worlds", "names"],
  ["a shopper's page", `/checkout/${IDS.atlas}`, "findProduct"],
  ["a call", "/_sandbox/worlds", "names"],
] as const;

describe.each(CASES)("a bug in %s", (_name, path, part) => {
  const error = new Error("secret detail of mst_acme_full");

  test("responds with 500 and an id, and reveals no detail", async () => {
    const { id, ...response } = await buggy(part, error).ask(path);
    const detail = `Bug in the sandbox. See ${id} in its log.`;
    const problem = { type: "about:blank", title: "Internal Server Error", status: 500, detail };
    const isCall = path.startsWith("/_sandbox");
    expect(response).toEqual({
      status: 500,
      headers: {
        ...HEADERS,
        "content-type": isCall ? "application/problem+json" : "text/plain; charset=utf-8",
      },
      text: isCall ? JSON.stringify(problem) : `${detail}\n`,
    });
  });

  test("is recorded with its stack, without a key, and not printed", async () => {
    const { ask, records } = buggy(part, error);
    const printed = spyOn(console, "error").mockImplementation(() => {});
    const { id } = await ask(path);
    expect(printed.mock.calls).toEqual([]);
    printed.mockRestore();
    expect(records.map(({ ms: _, time: __, ...record }) => record)).toEqual([
      {
        id: id ?? "none",
        world: "default",
        method: "GET",
        path,
        endpoint: undefined,
        status: 500,
        key: undefined,
        merchant: undefined,
        why: "a bug in the sandbox: secret detail of mst_acme_full",
        hints: [],
        stack: error.stack,
      },
    ]);
  });

  test("does not affect the next request", async () => {
    const { ask } = buggy(part, error);
    expect((await ask(path)).status).toBe(500);
    expect((await ask(path)).status).toBe(200);
  });

  test("need not be an Error", async () => {
    const { ask, records } = buggy(part, "a text");
    expect((await ask(path)).status).toBe(500);
    expect(records.map(({ why }) => why)).toEqual(["a bug in the sandbox: a text"]);
  });
});

test("a bug before the API's checks gets a response and is recorded", async () => {
  const { api, worlds, records } = sandbox();
  const { find } = worlds;
  Object.assign(worlds, {
    find: () => {
      Object.assign(worlds, { find });
      throw new Error("secret detail");
    },
  });
  const request = new Request("http://127.0.0.1:4700/w/any/api/v1/integration/ping");
  const response = await api.fetch(request);
  expect([response.status, response.headers.get("x-request-id")]).toEqual([
    500,
    records[0]?.id ?? "none",
  ]);
  expect(records.map(({ status, why }) => [status, why])).toEqual([
    [500, "a bug in the sandbox: secret detail"],
  ]);
});

test.each(["/_sandbox/worlds", "/docs/try"])(
  "a body that breaks off is not a bug: %s",
  async (path) => {
    const { hosted, records } = sandbox();
    const body = new ReadableStream({ start: (controller) => controller.error(new Error("gone")) });
    const type = path === "/docs/try" ? "application/x-www-form-urlencoded" : "application/json";
    const headers = { "Content-Type": type, "Sec-Fetch-Site": "same-origin" };
    const response = await hosted.fetch(
      new Request(HOSTED + path, { method: "POST", headers, body }),
    );
    expect([response.status, (await response.json()).detail]).toEqual([
      400,
      "The body is incomplete. Send all of it.",
    ]);
    expect(records).toEqual([]);
  },
);

test("a checkout's form that breaks off is not a bug", async () => {
  const { hosted, records } = sandbox();
  const body = new ReadableStream({ start: (controller) => controller.error(new Error("gone")) });
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const url = `${HOSTED}/checkout/${IDS.atlas}`;
  const response = await hosted.fetch(new Request(url, { method: "POST", headers, body }));
  expect(response.status).toBe(400);
  const why = "The form is incomplete. Nothing was paid.";
  expect(await response.text()).toContain(why);
  expect(records).toMatchObject([{ status: 400, why, stack: undefined }]);
});
