// A server that is killed in the middle of its writes, again and again: whatever it has acknowledged is there after the
// next start, and no file is broken.
import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { temporaryDirectory } from "../cli/temporary-directory.ts";
import { FORM } from "../pages/shop/pay-twice.ts";
import { readForm } from "../pages/shop/shop.ts";
import { RUNTIMES, type Spawned, spawnSandbox } from "../support/spawn-sandbox.ts";

setDefaultTimeout(120_000);

const KILLS = 50;
const TOKEN = "a-token-of-a-team";
const ATLAS = "/checkout/a71a5000-0000-4000-8000-000000000001";
const START = Date.parse("2030-01-01T00:00:00Z");

/** A world that one client changes, one request after the other. */
interface Client {
  readonly world: string;
  /** Its control calls, without the first part of the address. */
  secret: string;
  /** Ids, tokens and the time that were acknowledged. */
  readonly orders: Set<string>;
  readonly receipts: Set<string>;
  readonly keys: Set<string>;
  time: string | undefined;
  /** The times that were sent, and perhaps set. */
  sent: string[];
}

test("loses nothing that was acknowledged", async () => {
  await using directory = await temporaryDirectory();
  // Why: the same numbers in each run of the test.
  const rounds = fc.sample(fc.integer({ min: 1, max: 25 }), { numRuns: KILLS, seed: 1 });
  const clients: Client[] = ["a", "b", "c", "d"].map((world) => {
    return {
      world,
      secret: "",
      orders: new Set(),
      receipts: new Set(),
      keys: new Set(),
      time: undefined,
      sent: [],
    };
  });
  let steps = 0;
  for (const most of rounds) {
    const server = await start(directory.path);
    await Promise.all(clients.map((client) => check(server, client)));
    let acknowledged = 0;
    let isKilled = false;
    const ended = clients.map(async (client) => {
      while (!isKilled) {
        // Why: the requests that the kill breaks off fail, and were not acknowledged.
        await change(server, client, steps++).catch((error) => {
          if (!isKilled) throw error;
        });
        if (isKilled || ++acknowledged < most) continue;
        isKilled = true;
        const { stderr } = await server.stop("SIGKILL");
        expect(stderr).not.toContain("left out");
      }
    });
    await Promise.all(ended);
  }
  const last = await start(directory.path);
  await Promise.all(clients.map((client) => check(last, client, Infinity)));
  expect(clients.every(({ orders, keys }) => orders.size > 20 && keys.size > 5)).toBe(true);
  const { stderr, exitCode } = await last.stop();
  expect([exitCode, stderr.includes("left out")]).toEqual([0, false]);
});

const start = (state: string) =>
  spawnSandbox(RUNTIMES.executable ?? [], [
    ...["--state", state, "--log", "json", "--no-watch"],
    ...["--control-token", TOKEN, "--rate-limit", "off"],
  ]);

/** Sends a request that must be acknowledged with one of these statuses. */
async function send(url: string, init: RequestInit, ...statuses: number[]): Promise<Response> {
  const response = await fetch(url, { redirect: "manual", ...init });
  const text = await response.text();
  if (!statuses.includes(response.status)) throw new Error(`${url}: ${response.status} ${text}`);
  return new Response(text, { headers: response.headers });
}

function controlOf({ ready }: Spawned, { world, secret }: Client) {
  const headers = {
    Authorization: `Bearer ${secret || TOKEN}`,
    "Content-Type": "application/json",
  };
  return async (method: string, path: string, body: object | undefined, ...statuses: number[]) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await send(`${ready.controlUrl}/worlds/${world}${path}`, init, ...statuses);
    return response.json();
  };
}

/** Makes one change, and notes it when it is acknowledged. */
async function change(server: Spawned, client: Client, step: number): Promise<void> {
  const control = controlOf(server, client);
  switch (step % 6) {
    case 0: {
      const { key } = await control("POST", "/keys", { merchant: "acme" }, 201);
      client.keys.add(key);
      return;
    }
    case 1: {
      const now = new Date(START + step * 1_000).toISOString();
      client.sent.push(now);
      await control("PUT", "/clock", { now, frozen: true }, 200);
      client.time = now;
      client.sent = [];
      return;
    }
    case 2: {
      client.receipts.add(await pay(server, client));
      return;
    }
    default: {
      const order = { product: "ATLAS-1", amountMinor: `${step}` };
      const { id } = await control("POST", "/orders", order, 201);
      client.orders.add(id);
    }
  }
}

/** Pays at the checkout as a browser does. Returns the path of the receipt. */
async function pay({ ready }: Spawned, { world }: Client): Promise<string> {
  const base = `${ready.hostedUrl}/w/${world}`;
  const { action, fields } = readForm(await (await send(base + ATLAS, {}, 200)).text());
  const body = `${new URLSearchParams(fields)}`;
  const url = new URL(action, base).href;
  const paid = await send(url, { method: "POST", body, headers: FORM }, 303);
  return paid.headers.get("Location") ?? "";
}

/** Finds everything that was acknowledged, and `most` of the receipts. The first time, makes the world. */
async function check(server: Spawned, client: Client, most = 1): Promise<void> {
  const isNew = client.secret === "";
  const made = await controlOf(server, { ...client, secret: TOKEN })(
    "PUT",
    "",
    {},
    isNew ? 201 : 200,
  );
  if (isNew) client.secret = made.secret;
  expect(made.secret).toBe(client.secret);
  const control = controlOf(server, client);
  const namesIn = async (path: string, name: string) =>
    new Set(
      (await control("GET", path, undefined, 200)).map(
        (entry: Record<string, string>) => entry[name],
      ),
    );
  const { now } = await control("GET", "/clock", undefined, 200);
  if (client.time !== undefined) expect([client.time, ...client.sent]).toContain(now);
  const [orders, keys] = [await namesIn("/orders", "id"), await namesIn("/keys", "key")];
  expect([...client.orders].filter((id) => !orders.has(id))).toEqual([]);
  for (const path of [...client.receipts].slice(-most))
    await send(server.ready.hostedUrl + path, {}, 200);
  expect([...client.keys].filter((key) => !keys.has(key))).toEqual([]);
}
