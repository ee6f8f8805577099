// Resident memory while one sandbox is changed very often: orders are added, its world is changed by the control API,
// its seeds are edited; and how far shoppers without a key can fill a world.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { peakOf } from "../../bench/memory.ts";
import { type Attack, count, type Part, type Row } from "../part.ts";
import { startTarget, type Target } from "../target.ts";
import { describeTenths, inTenths } from "./memory.ts";

const ORDERS = 100_000;
const ORDERS_AT_ONCE = 1_000;
const CHANGES = 100_000;
const RELOADS = 10_000;
const MOST_PAYMENTS = 20_000;
/** The limit of the example for Kubernetes. */
const MOST_MB = 256;

const SEEDS = `
merchants: [{ slug: acme }]
keys: [{ key: mst_acme_full, merchant: acme }]
products: [{ publicCode: ATLAS-1, merchant: acme, currency: EUR }]
orders: [{ product: ATLAS-1, amountMinor: 1, createdAt: now-1d, repeat: { times: 100, every: 1m } }]
`;

export const changes: Part = {
  title: "Changes",
  summary:
    "100 000 orders, 100 000 changes, 10 000 reloads, and payments until a world takes no more",
  run: async (attack) => [
    await addOrders(attack, ORDERS),
    await changeOften(attack, CHANGES),
    await payUntilFull(attack),
    await reloadOften(attack, RELOADS),
  ],
};

/** An attack that need not tell what it tries. */
type Quiet = Omit<Attack, "say"> & Partial<Pick<Attack, "say">>;

/** Adds orders, and resets the world whenever it holds a thousand more. */
export async function addOrders({ program, say }: Quiet, most: number): Promise<Row> {
  say?.(`${count(most)} orders`);
  await using target = await startTarget(program);
  let added = 0;
  const tenths = await inTenths(target, most, async (until) => {
    while (added < until) {
      if (added++ % ORDERS_AT_ONCE === 0) await must(target, "POST", "/worlds/default/reset");
      const order = { product: "ATLAS-1", amountMinor: `${added}` };
      await must(target, "POST", "/worlds/default/orders", order);
    }
  });
  return describeWarm(`${count(added)} orders, the world reset after each thousand`, tenths);
}

/** Changes one world by every kind of change that leaves it as large as it is. */
export async function changeOften({ program, say }: Quiet, most: number): Promise<Row> {
  say?.(`${count(most)} changes`);
  await using target = await startTarget(program);
  const orders = "/worlds/default/orders";
  const made = await must(target, "POST", orders, { product: "ATLAS-1", amountMinor: "9" });
  const kinds = (n: number) =>
    [
      ["PATCH", `${orders}/${made.id}`, { refundedMinor: `${n % 9}` }],
      ["PUT", "/worlds/default/rate-limit", { rateLimit: { capacity: n, refillPerSecond: 1 } }],
      ["PUT", "/worlds/default/faults", [{ endpoint: "orders", respond: 503, after: n }]],
      ["PUT", "/worlds/default/clock", { now: "now-1s" }],
    ] as const;
  let changed = 0;
  const tenths = await inTenths(target, most, async (until) => {
    for (; changed < until; changed++) {
      const [method, path, body] = kinds(changed + 1)[changed % 4] ?? [];
      if (method) await must(target, method, path, body);
    }
  });
  return describeWarm(`${count(changed)} changes of one world`, tenths);
}

/** Pays at the checkout, without a key, until it is refused. */
export async function payUntilFull({ program, say }: Attack): Promise<Row> {
  say("payments until the world takes no more");
  await using target = await startTarget(program);
  const { id } = await must(target, "PATCH", "/worlds/default/products/ATLAS-1", {});
  const checkout = `${target.hostedUrl}/checkout/${id}`;
  let paid = 0;
  for (let status = 303; status === 303 && paid < MOST_PAYMENTS; ) {
    const html = await (await fetch(checkout)).text();
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];
    const fields = { token: field("token") ?? "", price: field("price") ?? "", quantity: "1" };
    const body = new URLSearchParams(fields);
    const response = await fetch(`${checkout}?pay`, { method: "POST", body, redirect: "manual" });
    await response.arrayBuffer();
    status = response.status;
    if (status === 303) paid++;
    else if (status !== 409) throw new Error(`a payment was answered ${status}`);
  }
  const most = peakOf(target.pid);
  return {
    what: "payments at the checkout, without a key",
    figure: `${count(paid)} paid, the next is 409; ${most.toFixed(0)} MB at most`,
    held: paid < MOST_PAYMENTS && most < MOST_MB,
  };
}

/** Edits the seeds, and waits until each edit is served. */
export async function reloadOften({ program, directory, say }: Quiet, most: number): Promise<Row> {
  say?.(`${count(most)} reloads`);
  const seeds = join(directory, `reloads-${program}`);
  await mkdir(seeds);
  await Bun.write(join(seeds, "all.yaml"), SEEDS);
  const edit = (n: number) =>
    Bun.write(
      join(seeds, "more.yaml"),
      `products: [{ publicCode: P-${n}, merchant: acme, currency: EUR }]\n`,
    );
  await using target = await startTarget(program, { flags: ["--seeds", seeds, "--watch"] });
  let reloaded = 0;
  const tenths = await inTenths(target, most, async (until) => {
    while (reloaded < until) {
      await edit(++reloaded);
      await served(target, `P-${reloaded}`);
    }
  });
  return describeWarm(`${count(reloaded)} edits of the seeds, each served`, tenths);
}

async function served({ baseUrl }: Target, code: string): Promise<void> {
  const headers = { Authorization: "Bearer mst_acme_full" };
  for (;;) {
    const response = await fetch(`${baseUrl}/api/v1/integration/products`, { headers });
    if ((await response.text()).includes(`"${code}"`)) return;
    await Bun.sleep(2);
  }
}

// Why: what the first tenth loads and fills, caches and journals among it, stays.
function describeWarm(what: string, [cold = 0, ...tenths]: readonly number[]): Row {
  const { figure, ...row } = describeTenths(what, tenths);
  return { ...row, figure: `${cold.toFixed(0)} MB after a tenth to warm up; then ${figure}` };
}

async function must(target: Target, method: string, path: string, body?: unknown) {
  const response = await target.control(method, path, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
