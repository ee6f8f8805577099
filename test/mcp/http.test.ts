// `/mcp` as agents use it, with the protocol's own client.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type RunningSandbox, startSandbox } from "../../src/start.ts";
import { connectHttp, FORMS } from "./connect.ts";

const TOKEN = "a-token-of-some-length";

let running: RunningSandbox;
let url: string;

beforeAll(async () => {
  running = await startSandbox({ port: 0 });
  url = mcpOf(running);
});
afterAll(() => running.close(0));

const mcpOf = ({ controlUrl }: RunningSandbox) => controlUrl.replace("/_sandbox", "/mcp");

describe.each(Object.entries(FORMS))("a client %s", (_, form) => {
  test("lists the tools, with schemas and hints that fit into an agent's context", async () => {
    await using agent = await connectHttp(url, {}, form);
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...["call_api", "why", "worlds", "keys", "clock", "faults"],
      ...["check_seeds", "conform", "docs"],
    ]);
    for (const { inputSchema, annotations, description } of tools) {
      expect(inputSchema.type).toBe("object");
      expect(annotations?.title).toBeString();
      expect(description).toBeString();
    }
    expect(JSON.stringify(tools).length).toBeLessThan(9_000);
    expect(agent.client.getInstructions()).toContain("worlds");
  });

  test("meets a 403, reads why, fixes it, and gets 200", async () => {
    await using agent = await connectHttp(url, {}, form);
    await agent.call("worlds", { action: "create", world: "fix" });
    const call = { endpoint: "orders", key: "mst_acme_links", world: "fix" };
    const failed = await agent.call("call_api", call);
    expect(failed).toStartWith("403: GET /api/v1/integration/orders in world fix, req_");
    expect(failed).toContain("why: key mst_acme_links of acme (keys.yaml:20) has no scope");
    const explained = await agent.call("why", { world: "fix" });
    expect(explained).toContain("has no scope orders:read, only checkout:links");
    const id = /req_\w+/.exec(failed)?.[0] ?? "";
    expect(await agent.call("why", { world: "fix", id })).toMatch(
      /"user-agent":"merchant-sandbox\/[\d.]+ mcp"/,
    );
    // Why: an agent that reads an error of a test does not know the test's world.
    expect(await agent.call("why", { id })).toBe(await agent.call("why", { world: "fix", id }));
    const [, tool = "", input = ""] = /next: (\w+) (.*)/.exec(explained) ?? [];
    expect(await agent.call(tool, JSON.parse(input))).toContain("checkout:links orders:read");
    const passed = await agent.call("call_api", call);
    expect(passed).toStartWith("200: GET");
    expect(passed).toContain("50 items, the first 5");
    expect(await agent.call("worlds", { action: "drop", world: "fix" })).toContain("Deleted");
  });

  test("gets mistakes as results that say how to fix them", async () => {
    await using agent = await connectHttp(url, {}, form);
    const mistakes: [string, Record<string, unknown>, string][] = [
      ["clock", { action: "go" }, '/action: must be "show" or "advance"'],
      ["clock", { action: "show", wrld: "x" }, "/wrld: unknown field. Did you mean `world`?"],
      ["clock", { action: "advance" }, "needs the field `by`"],
      ["clock", { action: "advance", by: "soon" }, "must be a duration"],
      ["clok", {}, 'There is no tool "clok". Did you mean `clock`?'],
      ["call_api", { endpoint: 5 }, "/endpoint: must be"],
      ["worlds", { action: "show", world: "nowhere" }, "nowhere"],
      ["worlds", { action: "change", seeds: { products: [{ publicCode: 1 }] } }, "publicCode"],
      ["keys", { action: "revoke", key: "mst_acme_ful" }, "mst_acme_full"],
      ["keys", { action: "add_scope", key: "mst_acme_ful", scope: "orders:read" }, "mst_acme_full"],
      ["docs", { page: "seedz" }, "Did you mean seeds?"],
      ["check_seeds", { path: "/etc/passwd" }, "Send the text of the file as `yaml`"],
      ["check_seeds", { yaml: "#".repeat(200_001) }, "/yaml: must be at most 200,000 characters"],
      ["conform", { base_url: "http://127.0.0.1:1" }, "must not send requests for its callers"],
      ["why", { id: "req_none" }, "There is no request"],
    ];
    for (const [name, input, message] of mistakes) {
      await expect(agent.call(name, input)).rejects.toThrow(message);
    }
  });
});

describe("the tools", () => {
  test("advance the clock until a key has expired", async () => {
    await using agent = await connectHttp(url);
    const world = "later";
    await agent.call("worlds", { action: "create", world, scenario: "frozen-clock" });
    await agent.call("clock", { action: "set", world, now: "2026-10-17T09:00:00Z" });
    expect(await agent.call("clock", { action: "advance", world, by: "1h" })).toBe(
      "The clock of the world later is at 2026-10-17T10:00:00.000Z, frozen.",
    );
    expect(await agent.call("clock", { action: "run", world })).not.toContain("frozen");
  });

  test("make requests fail on purpose, and say so", async () => {
    await using agent = await connectHttp(`${url.replace("/mcp", "/w/flaky/mcp")}`);
    const faults = [{ endpoint: "ping", drop: "before", times: 1 }];
    expect(await agent.call("faults", { action: "set", faults })).toContain('"drop":"before"');
    const dropped = await agent.call("call_api", { endpoint: "ping" });
    expect(dropped).toContain(
      "The connection was closed: GET /api/v1/integration/ping in world flaky",
    );
    expect(dropped).toContain('next: faults {"action":"list","world":"flaky"}');
    const later = await agent.call("call_api", { endpoint: "orders", limit: 1 });
    expect(later).not.toContain("fault");
    expect(await agent.call("faults", { action: "clear" })).toContain("has no faults");
    expect(await agent.call("worlds", { action: "reset" })).toContain("The world flaky");
  });

  test("cut what is long, and say how to narrow it", async () => {
    await using agent = await connectHttp(url);
    const world = "long";
    const keys = [{ key: "mst_many_{n}", merchant: "acme", repeat: { times: 200 } }];
    const products = [
      { publicCode: "LONG-{n}", merchant: "acme", currency: "€".repeat(60), repeat: { times: 90 } },
    ];
    await agent.call("worlds", { action: "create", world, seeds: { keys, products } });
    const listed = await agent.call("keys", { action: "list", world });
    expect(listed).toEndWith("more. Narrow them by `merchant`.");
    expect(listed.length).toBeLessThan(3_000);
    for (let n = 0; n < 8; n++)
      await agent.call("call_api", { endpoint: "ping", key: "mst_no", world });
    expect(await agent.call("why", { world })).toContain("… 3 earlier ones.");
    const long = await agent.call("call_api", {
      endpoint: "checkout-links",
      world,
      body: "x".repeat(100_000),
    });
    expect(long.length).toBeLessThan(1_000);
    const whole = await agent.call("why", { world, id: /req_\w+/.exec(long)?.[0] ?? "" });
    expect(whole.length).toBeLessThan(6_000);
    const wrong = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field${n}`, n]));
    const seeds = { products: [wrong] };
    const mistakes = agent.call("worlds", { action: "change", world, seeds });
    await expect(mistakes).rejects.toThrow(/^.{3000}… \(\d+ more characters\)$/s);
  });

  test("mask secrets as the control API does, and show keys of the world", async () => {
    await using agent = await connectHttp(url);
    const secret = "sk_live_0123456789abcdef";
    const failed = await agent.call("call_api", { endpoint: "ping", key: secret });
    expect(failed).toStartWith("401");
    expect(failed + (await agent.call("why", {}))).not.toContain(secret);
  });

  test("check seeds and scenarios as text", async () => {
    await using agent = await connectHttp(url);
    const wrong = await agent.call("check_seeds", { yaml: "products:\n  - publicCod: X\n" });
    expect(wrong).toContain("seeds.yaml:2:5 error");
    expect(wrong).toContain("Did you mean `publicCode`?");
    const yaml = "description: x\nkeys:\n  - key: mst_acme_full\n    status: revoked\n";
    expect(await agent.call("check_seeds", { yaml })).toBe("No mistakes.");
  });

  test("check a world against the specification", async () => {
    await using agent = await connectHttp(url);
    const before = [await agent.call("why"), await agent.call("worlds", { action: "list" })];
    expect(await agent.call("conform", {})).toMatch(/^\d+ held, 0 failed, \d+ skipped: http/);
    // Why: it leaves nothing behind, neither requests nor a world.
    expect([await agent.call("why"), await agent.call("worlds", { action: "list" })]).toEqual(
      before,
    );
    const broken = {
      action: "create",
      world: "broken",
      seeds: { faults: [{ endpoint: "orders", respond: 503 }] },
    };
    await agent.call("worlds", broken);
    expect(await agent.call("conform", { world: "broken" })).toContain("  received ");
  });

  test("read the docs by page and section, and search them", async () => {
    await using agent = await connectHttp(url);
    expect(await agent.call("docs")).toContain("control-api: Control API");
    const found = await agent.call("docs", { search: "empty bucket 429" });
    const [, input = ""] = /docs (\{.*?\})/.exec(found) ?? [];
    expect(await agent.call("docs", JSON.parse(input))).toStartWith("# ");
    expect(await agent.call("docs", { page: "seeds" })).toContain("Settings: ");
  });

  test("say what docs/agents.md shows", async () => {
    await using agent = await connectHttp(url);
    const page = await Bun.file(`${import.meta.dir}/../../docs/agents.md`).text();
    const [, name = "", input = "", shown = ""] =
      /for `(\w+) (\{.*\})`:\n\n```text\n(.*?)\n```/s.exec(page) ?? [];
    const said = await agent.call(name, JSON.parse(input));
    const withoutIds = (text: string) => text.replaceAll(/req_\w+/g, "req_…");
    expect(withoutIds(said)).toBe(withoutIds(shown));
  });

  test("serve two clients at once", async () => {
    const agents = await Promise.all([connectHttp(url), connectHttp(url)]);
    const results = await Promise.all(
      agents.flatMap((agent, n) =>
        Array.from({ length: 10 }, (_, index) =>
          agent.call("worlds", { action: "create", world: `two-${n}-${index}` }),
        ),
      ),
    );
    expect(new Set(results.map((text) => /World (\S+)/.exec(text)?.[1])).size).toBe(20);
    for (const agent of agents) await agent.client.close();
  });
});

describe("the guard of the control API", () => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const post = (headers: Record<string, string>, to = url) =>
    fetch(to, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", ...headers },
    });

  test.each([
    ["a host name of another site", { Host: "rebound.example" }, 403],
    ["a page of another origin", { Origin: "https://evil.example" }, 403],
    ["a page of another site", { "Sec-Fetch-Site": "cross-site" }, 403],
    ["a form", { "Content-Type": "text/plain" }, 415],
    ["a program", {}, 200],
  ])("answers %s", async (_, headers, status) => {
    expect((await post(headers)).status).toBe(status);
  });

  test.each(["GET", "DELETE", "PUT"])("answers %s with 405", async (method) => {
    const response = await fetch(url, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("wants the control token, or the secret of the world, and gives each its own rights", async () => {
    const guarded = await startSandbox({ port: 0, controlToken: TOKEN });
    try {
      const to = mcpOf(guarded);
      expect((await post({}, to)).status).toBe(401);
      expect((await post({ Authorization: "Bearer wrong" }, to)).status).toBe(401);
      await using owner = await connectHttp(to, { Authorization: `Bearer ${TOKEN}` });
      await owner.call("worlds", { action: "create", world: "mine" });
      await owner.call("worlds", { action: "create", world: "other" });
      const { secret = "" } = guarded.sandbox.worlds.makingOf("mine") ?? {};
      const login = { Authorization: `Bearer ${secret}` };
      expect((await post(login, to)).status).toBe(401);
      await using guest = await connectHttp(to.replace("/mcp", "/w/mine/mcp"), login);
      expect(await guest.call("worlds", { action: "show" })).toStartWith("World mine");
      expect(await guest.call("call_api", { endpoint: "ping" })).toStartWith("200");
      const message = "This token opens only the world mine.";
      const others = { action: "show", world: "other" };
      await expect(guest.call("worlds", others)).rejects.toThrow(message);
      await expect(guest.call("worlds", { action: "create" })).rejects.toThrow(message);
    } finally {
      await guarded.close(0);
    }
  });
});

describe("a message", () => {
  const post = async (message: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: typeof message === "string" ? message : JSON.stringify(message),
    });
    const text = await response.text();
    return { status: response.status, ...(text === "" ? {} : JSON.parse(text)) };
  };
  const request = (method: string, params: object = {}) => ({
    jsonrpc: "2.0",
    id: 7,
    method,
    params,
  });
  const _meta = (version: string) => ({
    _meta: { "io.modelcontextprotocol/protocolVersion": version },
  });

  test.each([
    ["{"],
    ["5"],
    ["[]"],
    ["null"],
    ['{"id":1}'],
    ['{"jsonrpc":"2.0","id":{},"method":"x"}'],
  ])("%s is rejected as no message", async (text) => {
    expect(await post(text)).toMatchObject({ status: 400, id: null, error: { code: -32_600 } });
  });

  test("without an id gets no body", async () => {
    const message = { jsonrpc: "2.0", method: "notifications/initialized" };
    expect(await post(message)).toEqual({ status: 202 });
  });

  test("of an unknown method is an error of the protocol", async () => {
    const error = { code: -32_601, message: 'Unknown method "resources/list".' };
    expect(await post(request("resources/list"))).toEqual({
      status: 200,
      jsonrpc: "2.0",
      id: 7,
      error,
    });
    expect(await post(request("server/discover"))).toMatchObject({ error: { code: -32_601 } });
    expect(await post(request("tools/call"))).toMatchObject({ error: { code: -32_602 } });
  });

  test("with a handshake negotiates the version", async () => {
    const negotiate = async (protocolVersion: string) =>
      (await post(request("initialize", { protocolVersion }))).result.protocolVersion;
    expect(await negotiate("2025-06-18")).toBe("2025-06-18");
    expect(await negotiate("2099-01-01")).toBe("2025-11-25");
    expect(await negotiate("2026-07-28")).toBe("2025-11-25");
  });

  test("without a handshake must name a known version, and repeat it in its headers", async () => {
    const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list" };
    const known = request("tools/list", _meta("2026-07-28"));
    expect(await post(known, headers)).toMatchObject({
      status: 200,
      result: { resultType: "complete" },
    });
    const differs = { ...headers, "Mcp-Method": "tools/call" };
    expect(await post(known, differs)).toMatchObject({ status: 400, error: { code: -32_020 } });
    const old = { "MCP-Protocol-Version": "1999-01-01" };
    expect(await post(request("ping"), old)).toMatchObject({ status: 400 });
    const unknown = { "MCP-Protocol-Version": "2099-01-01", "Mcp-Method": "tools/list" };
    expect(await post(request("tools/list", _meta("2099-01-01")), unknown)).toMatchObject({
      status: 400,
      error: { code: -32_022, data: { requested: "2099-01-01" } },
    });
    const removed = { ...headers, "Mcp-Method": "ping" };
    expect(await post(request("ping", _meta("2026-07-28")), removed)).toMatchObject({
      status: 404,
      error: { code: -32_601 },
    });
  });

  test("of a client that disconnects does not disturb the next", async () => {
    const stop = new AbortController();
    const call = { name: "conform", arguments: {} };
    const lost = fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request("tools/call", call)),
      signal: stop.signal,
    });
    stop.abort();
    await expect(lost).rejects.toThrow();
    expect(await post(request("ping"))).toMatchObject({ status: 200, result: {} });
  });
});
