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

/** What a world has, as far as it was acknowledged. */
interface State {
  /** The amounts of orders, the paths of receipts, tokens, and the time. */
  readonly orders: Set<string>;
  readonly receipts: Set<string>;
  readonly keys: Set<string>;
  time: string | undefined;
  /** The times that were sent, and perhaps set. */
  sent: string[];
}

/** A client that changes one world, one request after the other. */
interface Client {
  readonly world: string;
  secret: string;
  /** Undefined if there is no such world. */
  state: State | undefined;
  /** The state after a reset, a drop, an undo or a making that was sent, and not acknowledged. */
  sent: { readonly state: State | undefined } | undefined;
  /** All orders and keys that were ever acknowledged. */
  readonly acknowledged: Set<string>;
}

const newState = (): State => ({
  orders: new Set(),
  receipts: new Set(),
  keys: new Set(),
  time: undefined,
  sent: [],
});

test("loses nothing that was acknowledged", async () => {
  await using directory = await temporaryDirectory();
  // Why: the same numbers in each run of the test.
  const rounds = fc.sample(fc.integer({ min: 1, max: 25 }), { numRuns: KILLS, seed: 1 });
  const clients = ["a", "b", "c", "d"].map(
    (world): Client => ({
      world,
      secret: "",
      state: undefined,
      sent: undefined,
      acknowledged: new Set(),
    }),
  );
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
  expect(clients.every(({ acknowledged }) => acknowledged.size > 40)).toBe(true);
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

function controlOf({ ready }: Spawned, world: string, token: string) {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  return async (method: string, path: string, body: object | undefined, ...statuses: number[]) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await send(`${ready.controlUrl}/worlds/${world}${path}`, init, ...statuses);
    const text = await response.text();
    return text === "" ? {} : JSON.parse(text);
  };
}

/** Makes one change, or a reset or a drop that may be undone, and notes each when it is acknowledged. */
async function change(server: Spawned, client: Client, step: number): Promise<void> {
  const control = controlOf(server, client.world, client.secret);
  const { state } = client;
  if (state === undefined) return make(server, client);
  switch (step % 12) {
    case 0:
    case 1: {
      const { key } = await control("POST", "/keys", { merchant: "acme" }, 201);
      state.keys.add(key);
      client.acknowledged.add(key);
      return;
    }
    case 2:
    case 3: {
      const now = new Date(START + step * 1_000).toISOString();
      state.sent.push(now);
      await control("PUT", "/clock", { now, frozen: true }, 200);
      state.time = now;
      state.sent = [];
      return;
    }
    case 4:
    case 5: {
      state.receipts.add(await pay(server, client));
      return;
    }
    case 6: {
      const reset = () => control("POST", "/reset", undefined, 200);
      await replace(client, newState(), reset);
      if (step % 24 === 6) await replace(client, state, undo);
      return;
    }
    case 7: {
      await replace(client, undefined, () => control("DELETE", "", undefined, 204));
      await (step % 24 === 7 ? replace(client, state, undo) : make(server, client));
      return;
    }
    default: {
      // Why: by its amount, because orders of a world that restarts have the same ids.
      const amountMinor = `${1_000_000 + step}`;
      await control("POST", "/orders", { product: "ATLAS-1", amountMinor }, 201);
      state.orders.add(amountMinor);
      client.acknowledged.add(amountMinor);
    }
  }

  function undo() {
    return control("POST", "/restore", undefined, 200);
  }
}

/** Replaces the whole state of a world with a call. */
async function replace<Result>(
  client: Client,
  state: State | undefined,
  call: () => Promise<Result>,
): Promise<Result> {
  client.sent = { state };
  const result = await call();
  client.state = state;
  client.sent = undefined;
  return result;
}

/** Makes the world of a client, which is not there. */
async function make(server: Spawned, client: Client): Promise<void> {
  const control = controlOf(server, client.world, TOKEN);
  const made = await replace(client, newState(), () => control("PUT", "", {}, 201));
  client.secret = made.secret;
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

/** Finds everything that was acknowledged, and `most` of the receipts; nothing of what a reset or a drop removed. */
async function check(server: Spawned, client: Client, most = 1): Promise<void> {
  const { world, acknowledged } = client;
  const possible = [client.state, ...(client.sent ? [client.sent.state] : [])];
  const control = controlOf(server, world, TOKEN);
  const namesIn = async (path: string, name: string): Promise<string[]> =>
    (await control("GET", path, undefined, 200)).map(
      (entry: Record<string, string>) => entry[name],
    );
  const headers = { Authorization: `Bearer ${TOKEN}` };
  if (!(await fetch(`${server.ready.controlUrl}/worlds/${world}`, { headers })).ok) {
    expect(possible).toContain(undefined);
    return make(server, client);
  }
  const { secret } = await control("PUT", "", {}, 200);
  if (client.state !== undefined) expect(secret).toBe(client.secret);
  const there = [...(await namesIn("/orders", "amountMinor")), ...(await namesIn("/keys", "key"))];
  const found = there.filter((name) => acknowledged.has(name)).toSorted();
  const { now } = await control("GET", "/clock", undefined, 200);
  const fits = ({ orders, keys, time, sent }: State) =>
    Bun.deepEquals([...orders, ...keys].toSorted(), found) &&
    (time === undefined || [time, ...sent].includes(now));
  // Why: of two states that look the same, the receipts of only one may be there.
  const [state] = possible
    .flatMap((one) => (one !== undefined && fits(one) ? [one] : []))
    .toSorted((a, b) => a.receipts.size - b.receipts.size);
  if (state === undefined) {
    throw new Error(`${world} has ${now} ${found}, expected ${Bun.inspect(possible)}`);
  }
  for (const path of [...state.receipts].slice(-most)) {
    await send(server.ready.hostedUrl + path, {}, 200);
  }
  Object.assign(client, { secret, state, sent: undefined });
}
