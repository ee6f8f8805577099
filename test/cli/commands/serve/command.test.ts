// `serve` in this process: what it announces, where, when, and what its flags do to the API.
import { describe, expect, test } from "bun:test";
import { run } from "../../../../src/cli/run.ts";
import { VERSION } from "../../../../src/version.ts";
import { fakeTerminal } from "../../fake-terminal.ts";
import { canListenOn } from "../../ports.ts";
import { type Serving, serve } from "../../serving.ts";
import { temporaryDirectory } from "../../temporary-directory.ts";

const ATLAS = "a71a5000-0000-4000-8000-000000000001";

describe("serve", () => {
  test.each(["json", "off"])(
    "writes one line of JSON to stdout and no more under %s",
    async (form) => {
      await using serving = await serve(["--log", form]);
      const { stdout, stderr } = serving.terminal.written;
      const told = stderr
        .split("\n")
        .flatMap((line) => (line === "" ? [] : [JSON.parse(line).event]));
      expect(told).toEqual(form === "json" ? ["seeds"] : []);
      expect(stdout).toEndWith("}\n");
      const ready = JSON.parse(stdout);
      expect(stdout).toBe(`${JSON.stringify(ready)}\n`);
      expect(Object.entries(ready)).toEqual([
        ["event", "ready"],
        ["version", VERSION],
        ["baseUrl", expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)],
        ["hostedUrl", expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)],
        ["controlUrl", `${serving.hostedUrl}/_sandbox`],
        ["apiKey", "mst_acme_full"],
        ["merchantId", expect.stringMatching(/^[0-9a-f-]{36}$/)],
        ["pid", 4242],
        ["startupMs", expect.any(Number)],
      ]);
      expect(Number.isInteger(ready.startupMs)).toBe(true);
      expect(await (await serving.get("ping")).json()).toMatchObject({
        merchantId: ready.merchantId,
      });
    },
  );

  test("writes JSON if no person is at the terminal and no form is asked for", async () => {
    await using serving = await serve();
    expect(JSON.parse(serving.terminal.written.stdout)).toMatchObject({ event: "ready" });
  });

  test.each(["json", "pretty"])(
    "writes nothing before both addresses respond, %s",
    async (form) => {
      const answers: Promise<Response>[] = [];
      const ask = (text: string) => {
        for (const url of text.match(/http:\/\/127\.0\.0\.1:\d+(?=["\n])/g) ?? []) {
          answers.push(fetch(`${url}/`));
        }
      };
      const onWrite = (_stream: string, text: string) => answers.length === 0 && ask(text);
      await using _serving = await serve(["--log", form], { onWrite });
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      expect(statuses).toEqual([404, 200]);
    },
  );

  test("returns 0 when it is stopped, and no longer listens", async () => {
    const serving = await serve();
    expect(await serving.stop()).toBe(0);
    await expect(serving.get("ping")).rejects.toThrow();
    await expect(fetch(serving.hostedUrl)).rejects.toThrow();
  });

  test("announces nothing if it is stopped before it is ready", async () => {
    await using directory = await temporaryDirectory();
    const terminal = fakeTerminal();
    terminal.stop();
    const ready = `${directory.path}/ready.json`;
    const flags = ["--port", "0", "--hosted-port", "0", "--ready-file", ready];
    expect(await run(flags, terminal)).toBe(0);
    expect(terminal.written).toEqual({ stdout: "", stderr: "" });
    expect(await Bun.file(ready).exists()).toBe(false);
  });
});

describe("--now and --freeze", () => {
  const flags = ["--now", "2026-10-17T09:00:00Z", "--freeze"];

  test("set the time from which the seeds count, and at which requests come in", async () => {
    await using directory = await temporaryDirectory({ "seeds.yaml": SEEDS });
    await using serving = await serve([...flags, "--seeds", directory.path]);
    expect(await (await serving.get("orders")).json()).toMatchObject([
      { createdAt: "2026-10-17T06:00:00.000Z" },
    ]);
    const { worldTime } = JSON.parse(serving.terminal.written.stderr);
    expect(worldTime).toBe("2026-10-17T09:00:00.000Z");
  });
});

describe("--rate-limit", () => {
  test("gives every key its limit", async () => {
    await using serving = await serve(["--rate-limit", "2/0.001", "--freeze"]);
    expect(await statusesOf(serving, "mst_acme_full", 3)).toEqual([200, 200, 429]);
    expect(await statusesOf(serving, "mst_acme_limited", 3)).toEqual([200, 200, 429]);
  });

  test("removes the limit of every key if it is off", async () => {
    await using serving = await serve(["--rate-limit", "off", "--freeze"]);
    expect(await statusesOf(serving, "mst_acme_limited", 7)).toEqual(Array(7).fill(200));
  });
});

describe("--base-url and --hosted-url", () => {
  test("are advertised without a trailing slash, and are used in links", async () => {
    await using serving = await serve(["--hosted-url", "https://shop.test/box/"]);
    expect(JSON.parse(serving.terminal.written.stdout)).toMatchObject({
      hostedUrl: "https://shop.test/box",
      controlUrl: "https://shop.test/box/_sandbox",
    });
    const answer = await fetch(`${serving.baseUrl}/api/v1/integration/checkout-links`, {
      method: "POST",
      headers: { Authorization: "Bearer mst_acme_full", "Content-Type": "application/json" },
      body: JSON.stringify({ productId: ATLAS }),
    });
    expect(await answer.json()).toMatchObject({
      productUrl: "https://shop.test/box/p/ATLAS-1",
      checkoutUrl: `https://shop.test/box/checkout/${ATLAS}`,
    });
  });

  test("are distinguished", async () => {
    await using serving = await serve(["--base-url", "https://api.test:8443//"]);
    expect(serving.baseUrl).toBe("https://api.test:8443");
    expect(serving.hostedUrl).toStartWith("http://127.0.0.1:");
  });
});

describe("--host", () => {
  test("advertises loopback for every interface, and warns", async () => {
    await using serving = await serve(["--host", "0.0.0.0", "--log", "off"]);
    expect(serving.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect(serving.hostedUrl).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect((await serving.get("ping")).status).toBe(200);
    expect(serving.terminal.written.stderr).toBe(
      "merchant-sandbox: warning: Other machines can reach 0.0.0.0. The control API is disabled. To enable it, set --control-token or MERCHANT_SANDBOX_CONTROL_TOKEN. To listen on this machine only, start without --host.\n",
    );
  });

  test.each(["0", "127.1", "::ffff:127.0.0.1"])("advertises %s as 127.0.0.1", async (host) => {
    await using serving = await serve([
      "--host",
      host,
      "--control-token",
      "s3cret-of-16-characters",
    ]);
    expect(serving.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect((await serving.get("ping")).status).toBe(200);
    const headers = { Authorization: "Bearer s3cret-of-16-characters" };
    const worlds = await fetch(`${serving.hostedUrl}/_sandbox/worlds`, { headers });
    expect(worlds.status).toBe(200);
  });

  test.each(["::1", "[::1]", "::"])("advertises %s in brackets", async (host) => {
    if (!canListenOn("::1")) return;
    await using serving = await serve(["--host", host]);
    expect(serving.baseUrl).toMatch(/^http:\/\/\[::1\]:[1-9]\d*$/);
    expect((await serving.get("ping")).status).toBe(200);
  });

  test("advertises a name as it is", async () => {
    await using serving = await serve(["--host", "localhost"]);
    expect(serving.baseUrl).toMatch(/^http:\/\/localhost:[1-9]\d*$/);
    expect((await serving.get("ping")).status).toBe(200);
    expect(serving.terminal.written.stderr).not.toContain("warning");
  });
});

const SEEDS = `
merchants: [{ slug: acme }]
keys: [{ key: mst_acme_full, merchant: acme }]
products: [{ publicCode: A, merchant: acme, currency: EUR }]
orders: [{ product: A, amountMinor: "1", createdAt: now-3h }]
`;

async function statusesOf({ get }: Serving, key: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await get("ping", key)).status);
  return statuses;
}
