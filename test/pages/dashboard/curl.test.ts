// A request as a curl line: pasted into a shell, it is the same request; and no secret of others is in it.
import { describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cutBodies } from "../../support/cut-bodies.ts";
import { bodyFor, type CallOptions, IDS } from "../../support/sandbox.ts";
import { curlOf, dashboard } from "./page.ts";

const key = "mst_acme_full";
const BASE = "http://127.0.0.1:4700/api/v1/integration";

/** Sends a request, and has a shell read the line that it is shown as: its words, the first left out. */
async function wordsFor(
  target: "ping" | "checkout-links",
  options: CallOptions,
  made = dashboard(),
): Promise<string[]> {
  const { id } = await made.call(target, options);
  const text = await curlOf(made, id);
  expect(text).toStartWith("curl ");
  const child = Bun.spawn(["sh", "-c", `printf '%s\\0' ${text.slice(5)}`]);
  return (await new Response(child.stdout).text()).split("\0").slice(0, -1);
}

interface Echo {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

const HOSTILE = "x\u0003rm -rf ~\r\u0015\u001b[2J\u007f'\"$(id)`id`!!\\ %s\t\u202e é📚";

// Why: pasted, a control character acts on the terminal before any shell reads the line.
describe.skipIf(Bun.which("curl") === null).each(["dash", "bash"])(
  "a curl line that is pasted into %s",
  (name) => {
    const shell = Bun.which(name);

    async function paste(target: "ping" | "checkout-links" | `/${string}`, options: CallOptions) {
      const received: Echo[] = [];
      using server = Bun.serve({
        hostname: "127.0.0.1",
        port: 0,
        async fetch(request) {
          const { method, url, headers } = request;
          const path = url.slice(url.indexOf("/", 8));
          received.push({ method, path, headers, body: await request.text() });
          return new Response();
        },
      });
      const baseUrl = `http://127.0.0.1:${server.port}`;
      const made = dashboard({ addresses: { baseUrl, hostedUrl: baseUrl } });
      const { id } = await made.call(target, options);
      const text = await curlOf(made, id);
      expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
      const directory = await mkdtemp(join(tmpdir(), "curl-"));
      await Bun.write(
        join(directory, `${id}.body`),
        (await made.open(`/requests/${id}/body`)).text,
      );
      const env = { ...process.env, no_proxy: "*" };
      const child = Bun.spawn([shell ?? name, "-c", text], {
        cwd: directory,
        env,
        stderr: "ignore",
      });
      expect(await child.exited).toBe(0);
      await rm(directory, { recursive: true });
      expect(received).toHaveLength(1);
      return { line: text, received: received[0] as Echo };
    }

    test.skipIf(shell === null)("sends the body, whatever its content", async () => {
      for (const body of [
        JSON.stringify({ productId: IDS.atlas, "it's": "$HOME `id` !! \\ %d" }),
        `{\n\t"a": 1\r\n}\n\n`,
        HOSTILE,
        `-n ${HOSTILE}`,
        "@/etc/passwd",
        "a\u0000b",
        "\ufeff{}",
      ]) {
        const { received } = await paste("checkout-links", { key, body });
        expect(received).toMatchObject({
          method: "POST",
          path: "/api/v1/integration/checkout-links",
        });
        expect(Buffer.from(received.body)).toEqual(Buffer.from(body.replace(/^\ufeff/, "")));
        expect(received.headers.get("authorization")).toBe(`Bearer ${key}`);
      }
    });

    test.skipIf(shell === null)("takes a long body from a file", async () => {
      for (const body of ["y\u0001".repeat(1_000), `"${"'".repeat(2_000)}"`]) {
        const { line, received } = await paste("checkout-links", { key, body });
        expect(line).toMatch(/ --data-binary @req_\w+\.body$/);
        expect(received.body).toBe(body);
      }
    });

    test.skipIf(shell === null)("sends the headers", async () => {
      const own = HOSTILE.replace(/[\r\n\u202eé📚]/gu, "").trim();
      const sent = { "X-Own": own, "X-Empty": "", "X-Dash": "-I" };
      const { line } = await paste("ping", {
        key,
        headers: { ...sent, "X-Own": "it's 100% \t!!" },
      });
      expect(line).toContain(`-H 'x-empty;'`);
      const words = await wordsFor("ping", { headers: { "X-Own": own } });
      expect(words).toContain(`x-own: ${own}`);
    });

    test.skipIf(shell === null)("asks for one URL, as it was sent", async () => {
      const query = "a[1-3]={x,y}&b=$(id)&c=%00%0A";
      const { line, received } = await paste("ping", { key, query });
      expect(line).toContain("curl --globoff ");
      expect(received.path).toBe(`/api/v1/integration/ping?${query}`);
    });
  },
);

describe("a request whose body was cut", () => {
  test("reads it from a file, and none is offered", async () => {
    const made = dashboard();
    const { id } = await made.call("checkout-links", { key, body: "x".repeat(5_000) });
    cutBodies(made.worlds.default.journal);
    expect(await curlOf(made, id)).toEndWith(` --data-binary @${id}.body`);
    const { status, text: why } = await made.open(`/requests/${id}/body`);
    expect([status, why]).toEqual([404, `The body of ${id} was not kept as a whole.`]);
  });
});

test("the body of a request is a file to save, with its secrets masked", async () => {
  const made = dashboard();
  const body = '{"token": "of-another-sandbox"}';
  const { id } = await made.call("checkout-links", { key, body });
  const { headers, text } = await made.open(`/requests/${id}/body`);
  expect(text).toBe('{"token": "of-a…ox"}');
  const hint = "Secrets in the body are masked.";
  expect((await made.open(`/requests/${id}`)).text).toContain(hint);
  const { id: other } = await made.call("checkout-links", { key, body: bodyFor(IDS.atlas) });
  expect((await made.open(`/requests/${other}`)).text).not.toContain(hint);
  expect(headers.get("Content-Disposition")).toBe(`attachment; filename="${id}.body"`);
  expect((await made.open("/requests/none/body")).status).toBe(404);
});

describe("a request as a curl line", () => {
  test("has the key of the world in place of its mask", async () => {
    expect(await wordsFor("ping", { key })).toEqual([
      `${BASE}/ping`,
      "-H",
      `authorization: Bearer ${key}`,
    ]);
  });

  test("has its method, headers, query and body, whatever characters are in them", async () => {
    const body = `{"productId":"${IDS.atlas}","it's":"$HOME \`id\` \\\\ \\n ä"}`;
    const headers = {
      "X-Own": `'a' "b" $c`,
      Accept: "*/*",
      "User-Agent": "x",
      Connection: "close",
    };
    expect(await wordsFor("checkout-links", { key, body, headers, query: "a='&b=$(id)" })).toEqual([
      `${BASE}/checkout-links?a=%27&b=$(id)`,
      "-H",
      `authorization: Bearer ${key}`,
      "-H",
      "content-type: application/json",
      "-H",
      `x-own: 'a' "b" $c`,
      "-d",
      body,
    ]);
  });

  test.each([
    ["PUT", ["-X", "PUT"]],
    ["HEAD", ["-I"]],
    ["POST", ["-X", "POST"]],
  ])("says that it is a %s where curl would not", async (method, words) => {
    expect(await wordsFor("ping", { key, method })).toEqual([
      ...words,
      `${BASE}/ping`,
      "-H",
      `authorization: Bearer ${key}`,
    ]);
  });

  test("is of its world's address", async () => {
    const made = dashboard();
    made.worlds.create("alpha");
    const { id } = await made.call("ping", { key, world: "alpha" });
    expect(await curlOf(made, id, { world: "alpha" })).toStartWith(
      "curl 'http://127.0.0.1:4700/w/alpha/api/v1/integration/ping'",
    );
    expect((await made.open(`/requests/${id}`)).status).toBe(404);
  });

  test.each([
    ["a key that is not of this world", { key: "live_secret_of_somebody" }],
    ["another scheme", { headers: { Authorization: "Basic c2VjcmV0X29mX3NvbWVib2R5" } }],
    ["a key in another header", { headers: { "X-Api-Key": "live_secret_of_somebody" } }],
    ["a key in the query", { query: "api_key=live_secret_of_somebody" }],
  ])("never shows %s", async (_what, options) => {
    const words = (await wordsFor("ping", options)).join(" ");
    expect(words).not.toContain("secret_of_somebody");
    expect(words).not.toContain("c2VjcmV0");
  });

  test("has a placeholder for a key if the one that was sent is not of this world", async () => {
    expect(await wordsFor("ping", { key: "live_secret_of_somebody" })).toEqual([
      `${BASE}/ping`,
      "-H",
      "authorization: Bearer YOUR_KEY",
    ]);
  });

  test("has the key of a request that was rejected for it", async () => {
    const words = await wordsFor("checkout-links", {
      key: "mst_acme_revoked",
      body: bodyFor(IDS.atlas),
    });
    expect(words).toContain("authorization: Bearer mst_acme_revoked");
  });
});
