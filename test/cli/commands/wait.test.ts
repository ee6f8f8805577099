// `wait`: when it is content, and what it says where it is not. What each runtime says of a connection is in
// test/runtimes/exec.test.ts.
import { describe, expect, test } from "bun:test";
import { brotliCompressSync } from "node:zlib";
import { run } from "../../../src/cli/run.ts";
import { type FakeTerminal, fakeTerminal } from "../fake-terminal.ts";
import { freePort } from "../ports.ts";
import { serve } from "../serving.ts";

const BOMB = brotliCompressSync(new Uint8Array(64 * 2 ** 20));
const TOO_DEEP = "it responds with more than 10 levels of lists and objects";

describe("wait", () => {
  test("returns 0 and prints nothing if a sandbox is ready, at each of its addresses", async () => {
    await using serving = await serve();
    const { baseUrl, hostedUrl, controlUrl } = JSON.parse(serving.terminal.written.stdout);
    for (const url of [baseUrl, hostedUrl, controlUrl, `${controlUrl}/health`]) {
      for (const end of ["", "/"]) {
        expect([url, await wait(`${url}${end}`)]).toEqual([url, { code: 0, stderr: "" }]);
      }
    }
    for (const url of [baseUrl, hostedUrl]) {
      expect(await wait(`${url}/w/revoked-key`)).toEqual({ code: 0, stderr: "" });
    }
  });

  test("asks until the sandbox is ready", async () => {
    const asked: string[] = [];
    using server = answering((request) => {
      asked.push(new URL(request.url).pathname);
      return asked.length < 3
        ? Response.json({ status: "starting" }, { status: 503 })
        : Response.json({ status: "ok" });
    });
    expect(await wait(`${server.url}/_sandbox`, "1h")).toEqual({ code: 0, stderr: "" });
    expect(asked).toEqual(Array(3).fill("/_sandbox/health"));
  });

  test("tries once if there is no time, and reports the last error", async () => {
    let asked = 0;
    using server = answering(() => new Response(null, { status: ++asked === 1 ? 503 : 200 }));
    const url = `${server.url}/_sandbox`;
    expect(await wait(url, "0s")).toEqual(late(`${url}: it responds with 503`));
    expect(asked).toBe(1);
  });

  test.each([
    ["a web page", "", () => new Response("<p>ok</p>"), "it responds with 200"],
    [
      "nothing of a sandbox",
      "/box",
      () => new Response(null, { status: 404 }),
      "it responds with 404",
    ],
    ["another service", "/_sandbox", () => Response.json({ status: "UP" }), "it responds with 200"],
    ["a redirection", "/_sandbox", () => Response.redirect("/ready"), "it responds with 302"],
    [
      "a problem",
      "/_sandbox",
      () => Response.json({ detail: "Host must be a name" }, { status: 403 }),
      "it responds with 403: Host must be a name",
    ],
    [
      "a small response that unpacks to a large one",
      "/_sandbox",
      () => new Response(BOMB, { headers: { "Content-Encoding": "br" } }),
      "it responds with more than 1 MiB",
    ],
    ["a response of too many values", "/_sandbox", () => new Response("[".repeat(11)), TOO_DEEP],
    [
      "a key check of another kind",
      "",
      () => new Response(null, { status: 401 }),
      "it responds with 401",
    ],
  ])("ends at once if %s responds", async (_name, path, answer, met) => {
    using server = answering(answer);
    const url = `${server.url}${path}`;
    expect(await wait(url, "1h")).toEqual({
      code: 1,
      stderr: `merchant-sandbox: ${url} is not the address of a sandbox: ${met}.\n  Use the API, hosted or control address that the sandbox prints when it starts.\n`,
    });
  });

  test("reads its address and timeout from variables", async () => {
    using server = answering(() => Response.json({ status: "ok" }));
    const env = {
      MERCHANT_SANDBOX_URL: `${server.url}/_sandbox`,
      MERCHANT_SANDBOX_TIMEOUT: "0s",
    };
    expect(await run(["wait"], fakeTerminal({ env }))).toBe(0);
  });

  test("ends at once if it is stopped", async () => {
    let terminal: FakeTerminal | undefined;
    using server = answering(() => {
      terminal?.stop();
      return new Promise(() => {});
    });
    terminal = fakeTerminal();
    expect(await run(["wait", "--url", `${server.url}/_sandbox`], terminal)).toBe(130);
    expect(terminal.written).toEqual({ stdout: "", stderr: "" });
  });
});

describe("wait returns 1 and reports", () => {
  const ANSWERS: readonly [
    name: string,
    answer: () => Response | Promise<Response>,
    met: string,
  ][] = [
    ["an error", () => new Response("no", { status: 502 }), "it responds with 502"],
    [
      "words that would act on a terminal or a pipeline",
      () => Response.json({ detail: "no\u001b[2J\r\n::error::\u202eyes" }, { status: 503 }),
      "it responds with 503: no\ufffd[2J ::error::\ufffdyes",
    ],
    ["silence", () => new Promise<Response>(() => {}), "it does not respond"],
  ];

  test.each(ANSWERS)("%s", async (_name, answer, met) => {
    using server = answering(answer);
    const url = `${server.url}/_sandbox`;
    expect(await wait(url)).toEqual(late(`${url}: ${met}`));
  });

  test("a port where nothing listens", async () => {
    const url = `http://127.0.0.1:${freePort()}/_sandbox`;
    expect(await wait(url)).toEqual(late(`${url}: nothing listens there`));
  });
});

const late = (met: string) => ({
  code: 1,
  stderr: `merchant-sandbox: No sandbox is ready at ${met}.\n  Is it running?\n`,
});

async function wait(url: string, timeout = "0s") {
  const terminal = fakeTerminal();
  const code = await run(["wait", "--url", url, "--timeout", timeout], terminal);
  expect(terminal.written.stdout).toBe("");
  return { code, stderr: terminal.written.stderr };
}

function answering(fetch: (request: Request) => Response | Promise<Response>) {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch, idleTimeout: 0 });
  return {
    url: `http://127.0.0.1:${server.port}`,
    [Symbol.dispose]: () => void server.stop(true),
  };
}
