// The request log: a line a request on stderr, for a person or for a program.
import { describe, expect, test } from "bun:test";
import { createRequestLog } from "../../../../src/cli/commands/serve/request-log.ts";
import type { RequestRecord } from "../../../../src/world/journal/record.ts";
import { openConnection, requestText } from "../../connection.ts";
import { golden, type Serving, serve } from "../../serving.ts";

const FROZEN = ["--now", "2026-10-17T09:00:00Z", "--freeze"];

const RECORD: RequestRecord = {
  id: "req_1",
  world: "default",
  time: Date.parse("2026-10-17T09:00:00Z"),
  worldTime: undefined,
  ms: 0.25,
  method: "GET",
  path: "/api/v1/integration/ping",
  endpoint: "ping",
  status: 200,
  key: "mst_acme_full",
  merchant: "acme",
  why: undefined,
  hints: [],
  stack: undefined,
};

describe("the request log", () => {
  test("shows a person the request, its sender, and why it was rejected", async () => {
    await using serving = await serve(["--log", "pretty", ...FROZEN]);
    const log = await logOf(serving, () => askAllKinds(serving));
    expect(normaliseLog(log)).toBe(await golden("request-log.txt"));
    expect(serving.terminal.written.stdout).toBe("");
  });

  test("gives a program the same as one JSON object per line", async () => {
    await using serving = await serve(["--log", "json", ...FROZEN]);
    const log = await logOf(serving, () => askAllKinds(serving));
    const [first, second, ...others] = log
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(first).toEqual({
      event: "request",
      id: expect.stringMatching(/^req_\w+$/),
      world: "default",
      time: expect.not.stringMatching(/^2026-10-17T09:00:00.000Z$/),
      worldTime: "2026-10-17T09:00:00.000Z",
      ms: expect.any(Number),
      method: "GET",
      path: "/api/v1/integration/ping",
      endpoint: "ping",
      status: 200,
      key: "mst_acme_full",
      merchant: "acme",
      hints: [],
    });
    expect(second).toMatchObject({
      status: 403,
      why: expect.stringContaining("has no scope orders:read"),
    });
    expect(others.map(({ status }) => status)).toEqual([401, 200, 404]);
  });

  test.each(["pretty", "json"])("shows only the keys of the world under %s", async (form) => {
    await using serving = await serve(["--log", form]);
    const log = await logOf(serving, () => askAllKinds(serving));
    expect(log).not.toMatch(/mst_nobody_knows/);
    expect(log).toMatch(/mst_acme_full/);
  });

  test("is silent under off", async () => {
    await using serving = await serve(["--log", "off"]);
    await askAllKinds(serving);
    expect(serving.terminal.written.stderr).toBe("");
    expect(serving.terminal.written.stdout.split("\n")).toHaveLength(2);
  });

  test.each(["pretty", "json"])(
    "keeps control characters of a path from the terminal, %s",
    async (form) => {
      await using serving = await serve(["--log", form]);
      const before = serving.terminal.written.stderr.length;
      const connection = await openConnection(serving.baseUrl);
      await connection.send(requestText("GET /\x1b[31m\x07\x9b31m\x7f", ["Connection: close"]));
      await connection.closed;
      expect(serving.terminal.written.stderr.slice(before)).not.toMatch(/(?!\n)\p{Cc}/u);
    },
  );
});

describe("createRequestLog", () => {
  test("makes none under off", () => {
    expect(createRequestLog("off", () => {})).toBeUndefined();
  });

  test("names a world that is not the default one", () => {
    expect(lineFor("pretty", { world: "w1" })).toBe(
      "09:00:00  200  GET   [w1] /api/v1/integration/ping  mst_acme_full acme  0.3 ms  req_1\n",
    );
  });

  test("shows the world's time at the end of a line, and as a field, if it is not the system's", () => {
    const worldTime = Date.parse("2027-01-31T00:00:00Z");
    const line = lineFor("pretty", { worldTime });
    expect(line).toStartWith("09:00:00  200  GET ");
    expect(line).toEndWith("  req_1  world time 2027-01-31T00:00:00.000Z\n");
    expect(JSON.parse(lineFor("json", { worldTime }))).toMatchObject({
      time: "2026-10-17T09:00:00.000Z",
      worldTime: "2027-01-31T00:00:00.000Z",
    });
    expect(JSON.parse(lineFor("json", {}))).not.toHaveProperty("worldTime");
  });

  test("leaves out the key if none was sent", () => {
    expect(lineFor("pretty", { key: undefined, merchant: undefined })).toBe(
      "09:00:00  200  GET   /api/v1/integration/ping  0.3 ms  req_1\n",
    );
  });

  test("shows the reason, the hints and the stack of a bug below the line", () => {
    const stack = "Error: no\u001b[31m\n    at somewhere";
    expect(lineFor("pretty", { why: "no key", hints: ["one", "two"], stack })).toBe(
      [
        "09:00:00  200  GET   /api/v1/integration/ping  mst_acme_full acme  0.3 ms  req_1",
        "          why: no key",
        "          hint: one",
        "          hint: two",
        "Error: no\uFFFD[31m",
        "    at somewhere",
        "",
      ].join("\n"),
    );
  });

  test.each([
    ["pretty", { path: "/a\nb\u001b[2J\u0085\u009b" }],
    ["pretty", { why: "no\r\nevil line", hints: ["\u0007"] }],
    ["pretty", { path: "/\u202egnp.exe", key: "\u2066" }],
    ["json", { path: "/\u202egnp.exe", key: "\u2066" }],
    ["json", { path: "/a\nb\u001b[2J\u007f\u0085\u009b" }],
    ["json", { why: "no\r\nevil line", hints: ["\u0007"] }],
  ] as const)(
    "lets no text of a request command the terminal or fake a line: %s, %p",
    (form, text) => {
      const lines = lineFor(form, text).split("\n");
      expect(lines).toHaveLength(2 + (form === "pretty" && "why" in text ? 2 : 0));
      expect(lines.join("")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(lines.join("\n")).not.toMatch(/^evil/m);
    },
  );

  test("writes JSON that reads back as it was", () => {
    const path = "/a\nb\u001b\u007f\u0085\u009b€😀";
    expect(JSON.parse(lineFor("json", { path }))).toMatchObject({ path });
  });
});

function lineFor(form: "pretty" | "json", changes: Partial<RequestRecord>): string {
  const lines: string[] = [];
  createRequestLog(form, (text) => void lines.push(text))?.({ ...RECORD, ...changes });
  return lines.join("");
}

/** Asks one request of each kind: good, without a scope, unknown key, from a browser, nowhere. */
async function askAllKinds({ baseUrl, get }: Serving): Promise<void> {
  await get("ping");
  await get("orders", "mst_acme_links");
  await get("products", "mst_nobody_knows");
  await fetch(`${baseUrl}/api/v1/integration/ping?x=1`, {
    headers: { Authorization: "Bearer mst_acme_full", Origin: "http://shop.test" },
  });
  await fetch(`${baseUrl}/w/nowhere/api/v1/integration/ping`, { method: "POST" });
}

async function logOf({ terminal }: Serving, ask: () => Promise<void>): Promise<string> {
  const before = terminal.written.stderr.length;
  await ask();
  return terminal.written.stderr.slice(before);
}

/** Replaces what differs from run to run, and the lines at which the seeds happen to stand. */
function normaliseLog(log: string): string {
  return log
    .replace(/^\d\d:\d\d:\d\d/gm, "12:00:00")
    .replace(/\d+\.\d ms/g, "0.0 ms")
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:4701")
    .replace(/req_\w+/g, "req_1")
    .replace(/\.yaml:\d+/g, ".yaml:1");
}
