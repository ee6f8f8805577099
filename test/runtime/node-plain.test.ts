// What of Node's requests is read in plain values, and that it reads as web objects do.
import { describe, expect, test } from "bun:test";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import fc from "fast-check";
import type { ListenOptions } from "../../src/runtime/listener.ts";
import { listenOnNode } from "../../src/runtime/node.ts";
import { readPlain } from "../../src/runtime/node-plain.ts";

function incoming(url: string, rawHeaders: string[], method = "GET"): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { method, url, rawHeaders });
}

const HOST = ["Host", "127.0.0.1:4700"];

describe("a request in plain values", () => {
  test.each([
    ["/api/v1/integration/ping", "127.0.0.1:4700"],
    ["/w/my-world/api/v1/integration/orders?limit=120&a=%20", "localhost"],
    ["/", "sandbox:59999"],
    ["/", "api.shop-1.example:64999"],
  ])("%s of %s has the URL that is sent", (url, host) => {
    const plain = readPlain(incoming(url, ["Host", host], "DELETE"));
    expect([plain?.method, plain?.url]).toEqual(["DELETE", `http://${host}${url}`]);
    expect(new URL(plain?.url ?? "").href).toBe(`http://${host}${url}`);
  });

  test.each([
    "http://h/api",
    "*",
    "/a/../b",
    "/a/./b",
    "/a b",
    "/a#b",
    "/ä",
    "/a\\b",
    "/a?b=<",
    "/%2e%2e/a",
  ])("%s goes the long way", (url) => expect(readPlain(incoming(url, HOST))).toBeUndefined());

  test.each([
    "",
    "h:65536",
    "h:70000",
    "256.1.1.1",
    "1.2.3.4.5",
    "xn--a",
    "a_b",
    "a..b",
    "-a",
    "[::1]",
    "a b",
  ])("the host %p goes the long way", (host) =>
    expect(readPlain(incoming("/", ["Host", host]))).toBeUndefined(),
  );

  test.each([
    ["no host", []],
    ["a body that does not tell its length", [...HOST, "Transfer-Encoding", "chunked"]],
    ["a long body", [...HOST, "Content-Length", "65537"]],
  ])("%s goes the long way", (_what, headers) => {
    expect(readPlain(incoming("/", headers))).toBeUndefined();
  });

  test("has the headers that web objects have", () => {
    const name = fc.constantFrom("Authorization", "authorization", "X-Api-Key", "x-api-key", "A");
    const value = fc.stringMatching(/^[!-~]([ -~]{0,8}[!-~])?$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        const headers = readPlain(incoming("/", [...HOST, ...pairs.flat()]))?.headers;
        const web = new Headers([["Host", "127.0.0.1:4700"], ...pairs]);
        for (const sought of ["Authorization", "authorization", "X-API-KEY", "a", "b"]) {
          expect([sought, headers?.get(sought)]).toEqual([sought, web.get(sought)]);
          expect([sought, headers?.has(sought)]).toEqual([sought, web.has(sought)]);
        }
        expect([...new Headers([...(headers ?? [])])]).toEqual([...web]);
      }),
    );
  });

  test("reads its body, however it comes", async () => {
    const request = incoming("/", [...HOST, "Content-Length", "6"], "POST");
    const body = readPlain(request)?.text();
    for (const piece of ["ab", "cd", "ef", null]) request.push(piece && Buffer.from(piece));
    expect(await body).toBe("abcdef");
  });

  test("reads an empty body", async () => {
    const request = incoming("/", HOST, "POST");
    const body = readPlain(request)?.text();
    request.push(null);
    expect(await body).toBe("");
  });

  test("tells of a body that breaks off, before and while it is read", async () => {
    const gone = incoming("/", [...HOST, "Content-Length", "6"], "POST");
    gone.on("error", () => {});
    const reading = readPlain(gone)?.text();
    gone.push(Buffer.from("abc"));
    gone.destroy(new Error("aborted"));
    await expect(reading).rejects.toThrow("aborted");
    await expect(readPlain(gone)?.text()).rejects.toThrow("aborted");
  });
});

describe("an app that fails", () => {
  const answers: [when: string, answer: NonNullable<ListenOptions["answer"]>][] = [
    [
      "at once",
      () => {
        throw new Error("mine");
      },
    ],
    ["later", () => Promise.reject(new Error("mine"))],
  ];

  test.each(answers)("%s is answered 500", async (_when, answer) => {
    const fetchNothing = () => new Response();
    const options = { hostname: "127.0.0.1", port: 0, fetch: fetchNothing, answer };
    const { port, close } = await listenOnNode(options);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(500);
    await close(0);
  });
});
