// `conform` from outside: its flags, what it says on stdout and stderr, and its exit code. The facts that it
// checks are in test/conform, the runtimes that it runs on in test/runtimes/conform.test.ts.
import { describe, expect, test } from "bun:test";
import { run } from "../../../../src/cli/run.ts";
import { CHECKS } from "../../../../src/conform/checks.ts";
import { type Broken, KEYS, SEEDS } from "../../../conform/broken/broken.ts";
import { BROKEN_READS } from "../../../conform/broken/reading.ts";
import { sandbox } from "../../../support/sandbox.ts";
import { type FakeTerminal, type FakeTerminalOptions, fakeTerminal } from "../../fake-terminal.ts";
import { freePort } from "../../ports.ts";
import { golden } from "../../serving.ts";

const SOUND: Broken = { name: "", fails: [], server: () => (request, real) => real(request) };
const LIVE = BROKEN_READS.find(({ name }) => name === "says that live access is enabled") ?? SOUND;

const KEY = ["--key", KEYS.full];
const OTHER_KEYS = {
  "read-only-key": KEYS.readOnly,
  "links-only-key": KEYS.linksOnly,
  "no-scope-key": KEYS.noScope,
  "expired-key": KEYS.expired,
  "revoked-key": KEYS.revoked,
  "no-access-key": KEYS.noAccess,
  "limited-key": KEYS.limited,
  "other-merchant-key": KEYS.otherMerchant,
};
const ALL_KEYS = [
  ...KEY,
  ...Object.entries(OTHER_KEYS).flatMap(([flag, key]) => [`--${flag}`, key]),
];

const DOCUMENT = CHECKS.filter(({ section }) => section !== undefined);

describe("conform", () => {
  test("ends with 0 if all passed or were skipped, and counts them", async () => {
    using server = serving(SOUND);
    const { code, stdout, stderr } = await conform(["--base-url", server.url, ...KEY]);
    const [first, ...lines] = stdout.trimEnd().split("\n");
    expect(first).toBe(
      "held     §4.1    ping returns 200 with JSON to a key with all scopes (ping-answers)",
    );
    const skipped = DOCUMENT.filter(({ needs = [] }) => needs.length > 0).length;
    expect(lines.slice(-3).map(timeless)).toEqual([
      "",
      `the specification: ${DOCUMENT.length - skipped} held, 0 failed, ${skipped} skipped`,
      expect.stringMatching(/^\d+ requests in 0\.0 s$/),
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("skips nothing if all keys are given, and adds the sandbox's choices on request", async () => {
    using server = serving(SOUND);
    const flags = ["--base-url", server.url, "--hosted-url", "http://127.0.0.1:4701"];
    const more = ["--allow-rate-limit", "--sandbox-choices"];
    const { code, stdout } = await conform([...flags, ...ALL_KEYS, ...more]);
    expect(stdout.split("\n\n")[1]?.split("\n").slice(0, 2)).toEqual([
      `the specification: ${DOCUMENT.length} held, 0 failed, 0 skipped`,
      `the sandbox's choices: ${CHECKS.length - DOCUMENT.length} held, 0 failed, 0 skipped`,
    ]);
    expect(code).toBe(0);
  });

  test("takes keys from variables", async () => {
    using server = serving(SOUND);
    const env = Object.fromEntries(
      Object.entries({ "base-url": server.url, key: KEYS.full, ...OTHER_KEYS }).map(
        ([flag, value]) => [`MERCHANT_SANDBOX_${flag.toUpperCase().replaceAll("-", "_")}`, value],
      ),
    );
    const { code, stdout } = await conform(["--allow-rate-limit"], { env });
    expect(stdout).toContain(`\nthe specification: ${DOCUMENT.length} held, 0 failed, 0 skipped\n`);
    expect(code).toBe(0);
  });

  test("runs only the selected checks, by name or by pattern", async () => {
    using server = serving(SOUND);
    const flags = ["--base-url", server.url, ...KEY, "--format", "json"];
    const only = ["--check", "link-note", "--check=*-distinct, ping-fields"];
    const { stdout } = await conform([...flags, ...only]);
    const ids = JSON.parse(stdout).checks.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(["ping-fields", "products-distinct", "orders-distinct", "link-note"]);
  });

  test.each(["pretty", "tap", "junit", "json"])(
    "ends with 1 if a check failed, and reports as %s",
    async (format) => {
      using server = serving(LIVE);
      const checks = ["--sandbox-choices", "--check", "ping-*,head-ping,429-answers"];
      const flags = ["--base-url", server.url, ...KEY, "--limited-key", KEYS.limited, ...checks];
      const { code, stdout, stderr } = await conform([...flags, "--format", format]);
      expect(timeless(stdout).replaceAll(server.url, "http://127.0.0.1:4700")).toBe(
        await golden(`conform/${format}.txt`),
      );
      expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    },
  );

  test("shows a person on stderr how far it is, and takes it away again", async () => {
    using server = serving(SOUND);
    const checks = ["--check", "ping-fields,ping-environment"];
    const flags = ["--base-url", server.url, ...KEY, ...checks];
    const { stderr } = await conform(flags, { interactive: true });
    expect(stderr.split("\r\x1b[K").filter((text) => text !== "")).toEqual([
      "1/2 ping-fields",
      "2/2 ping-environment",
    ]);
    expect(stderr).toEndWith("\r\x1b[K");
  });

  test("prints a summary if it is stopped, and ends with the signal's code", async () => {
    let terminal: FakeTerminal | undefined;
    using server = answering(async (request) => {
      if (!request.url.includes("orders")) return Response.json([]);
      terminal?.stop();
      return new Promise<Response>(() => {});
    });
    terminal = fakeTerminal();
    const code = await run(["conform", "--base-url", server.url, ...KEY], terminal);
    expect(timeless(terminal.written.stdout)).toBe(
      [
        "",
        "the specification: 0 held, 0 failed, 0 skipped",
        "3 requests in 0.0 s",
        `stopped early: ${DOCUMENT.length} checks did not run`,
        "",
      ].join("\n"),
    );
    expect({ code, stderr: terminal.written.stderr }).toEqual({ code: 130, stderr: "" });
  });
});

describe("--list", () => {
  test("lists what would run, and asks no server", async () => {
    const { code, stdout } = await conform(["--list"]);
    const ids = stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" ")[0]);
    expect(ids).toEqual(DOCUMENT.map(({ id }) => id));
    expect(code).toBe(0);
    const { stdout: json } = await conform(["--list", "--format", "json"]);
    expect(JSON.parse(json).map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(JSON.parse(json)[0]).toEqual({
      id: "ping-answers",
      section: "§4.1",
      title: "ping returns 200 with JSON to a key with all scopes",
      keys: [],
    });
    const all = await conform(["--list", "--sandbox-choices"]);
    expect(all.stdout.trimEnd().split("\n").length).toBe(CHECKS.length);
  });

  test("names sections, facts and keys", async () => {
    const checks = ["--check", "ping-fields,ping-other-merchant,429-by-key"];
    const { stdout } = await conform(["--list", "--sandbox-choices", ...checks]);
    expect(stdout).toBe(
      [
        "ping-fields          §2.1    ping returns exactly four fields, each of its type",
        "ping-other-merchant  §5.5    ping returns another merchantId for a key of another merchant, --other-merchant-key",
        "429-by-key           choice  an empty bucket of one key does not affect other keys, --limited-key, --read-only-key",
        "",
      ].join("\n"),
    );
  });
});

describe("a server that can't be checked gets one message", () => {
  const ANSWERS: readonly [name: string, answer: () => Response, message: string][] = [
    [
      "401 to all",
      () => new Response("", { status: 401 }),
      "Cannot check URL: ping, products and orders all return 401.\n  Is --key right, active and not expired?",
    ],
    [
      "403 to all",
      () => new Response("", { status: 403 }),
      "Cannot check URL: ping, products and orders all return 403.\n  Does --key have sandbox access?",
    ],
    [
      "404 to all",
      () => new Response("", { status: 404 }),
      "Cannot check URL: ping, products and orders all return 404.\n  Is that the address of the API, without /api/v1/integration?",
    ],
    [
      "502 to all",
      () => new Response("", { status: 502 }),
      "Cannot check URL: ping, products and orders all return 502.\n  Fix this first.",
    ],
    [
      "a redirect of all, the key in its address",
      () => Response.redirect(`https://api.test/?key=${KEYS.full}`, 308),
      "URL redirects to https://api.test/?key=<full key>.\n  Redirects are not followed. Use the address that they lead to.",
    ],
    [
      "429 to all",
      () => new Response("", { status: 429, headers: { "retry-after": "30" } }),
      "Cannot check URL: expected a response other than 429 to GET /api/v1/integration/ping within 0 s, received 429, with 30 s more to wait.",
    ],
  ];

  test.each(ANSWERS)("%s", async (_name, answer, message) => {
    using server = answering(async () => answer());
    const flags = ["--base-url", server.url, ...KEY, "--max-wait", "0s"];
    expect(await conform(flags)).toEqual(failure(message.replace("URL", server.url)));
  });

  test("no response to anything", async () => {
    using server = answering(() => new Promise(() => {}));
    const flags = ["--base-url", server.url, ...KEY, "--timeout", "10ms"];
    const message = `Cannot check ${server.url}: expected a response to GET /api/v1/integration/ping within 0.01 s, received none.`;
    expect(await conform(flags)).toEqual(failure(message));
  });

  test("a port where nothing listens", async () => {
    const url = `http://127.0.0.1:${freePort()}`;
    const message = `Cannot reach a server at ${url}: nothing listens there.\n  Is it running? Is that the address of the API, without /api/v1/integration?`;
    expect(await conform(["--base-url", url, ...KEY])).toEqual(failure(message));
    const shown = await conform(["--base-url", url, ...KEY], { interactive: true });
    expect(shown.stderr.split("\r\x1b[K").at(-1)).toBe(failure(message).stderr);
  });
});

describe("a key is never shown", () => {
  test.each(["pretty", "tap", "junit", "json"])(
    "even if the server repeats it and the address contains it: %s",
    async (format) => {
      const echo = (request: Request) =>
        `you sent ${request.headers.get("authorization")}, ${request.url}, ${KEYS.full.toUpperCase()}`;
      using server = answering(async (request) =>
        request.url.includes("ping")
          ? Response.json([echo(request)], { headers: { "x-key": KEYS.full } })
          : new Response(echo(request), { status: 418, headers: { location: `/${KEYS.full}` } }),
      );
      const flags = ["--base-url", `${server.url}/${KEYS.full}`, ...ALL_KEYS, "--sandbox-choices"];
      const { code, stdout, stderr } = await conform([...flags, "--format", format], {
        interactive: true,
      });
      expect(code).toBe(1);
      expect(stdout.toLowerCase()).toContain("full key");
      for (const key of Object.values(KEYS)) {
        expect((stdout + stderr).toLowerCase()).not.toContain(key);
      }
    },
  );

  test.each([
    [["--base-url", KEYS.full, "--key", "http://127.0.0.1:4700"], "--base-url must be a URL"],
    [["--key", `${KEYS.full} `], "--key must be visible ASCII characters without spaces"],
    [
      [KEYS.full],
      "Unexpected argument, not shown because it may be a key. Put a flag such as --key before it.",
    ],
    [["--base-url", `http://${KEYS.full}@127.0.0.1`], "--base-url must be a URL without"],
  ])("even in the wrong place: %#", async (args, message) => {
    const { code, stdout, stderr } = await conform(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toStartWith(`merchant-sandbox: ${message}`);
    expect(stderr).not.toContain(KEYS.full);
  });
});

async function conform(args: readonly string[], options?: FakeTerminalOptions) {
  const terminal = fakeTerminal(options);
  const code = await run(["conform", ...args], terminal);
  return { code, ...terminal.written };
}

const failure = (message: string) => ({
  code: 1,
  stdout: "",
  stderr: `merchant-sandbox: ${message}\n`,
});

/** Takes out how long things took. */
function timeless(text: string): string {
  return text
    .replace(/ in \d+\.\d s$/gm, " in 0.0 s")
    .replace(/time="[\d.]+"/g, 'time="0.000"')
    .replace(/"seconds": [\d.]+/g, '"seconds": 0');
}

/** Serves a broken server on a port. */
function serving(broken: Broken) {
  const { api } = sandbox({ seeds: SEEDS });
  const server = broken.server();
  return answering((request) => server(request, async (passed) => api.fetch(passed)));
}

function answering(fetch: (request: Request) => Promise<Response>) {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch, idleTimeout: 0 });
  return {
    url: `http://127.0.0.1:${server.port}`,
    [Symbol.dispose]: () => void server.stop(true),
  };
}
