// Runs `pull` in this process, against a server that answers as a test says.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../src/cli/run.ts";
import type { Order } from "../../src/contract/endpoints/orders.ts";
import type { Ping } from "../../src/contract/endpoints/ping.ts";
import type { Product } from "../../src/contract/endpoints/products.ts";
import { type FakeTerminalOptions, fakeTerminal } from "./fake-terminal.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** The key that the server knows, which is to be found nowhere but in requests. */
export const KEY = "sk_test_51HcR3al/Key+==";

/** What an endpoint answers: a response, or the JSON of one with status 200. */
export type Route = unknown | (() => Response | Promise<Response>);
export type Routes = Readonly<Partial<Record<"ping" | "products" | "orders", Route>>>;

export const ping: Ping = {
  merchantId: "aaaaaaaa-0000-4000-8000-000000000001",
  scopes: ["catalog:read", "orders:read"],
  environment: "SANDBOX",
  liveEnabled: false,
};

/** Makes a product by its number. */
export const product = (n: number, fields: Partial<Product> = {}): Product => ({
  id: idOf("d", n),
  publicCode: `CODE-${n}`,
  status: "PUBLISHED",
  currency: "EUR",
  version: n,
  ...fields,
});

/** Makes an order by its number, a second older than the one before, of the product of the same number. */
export const order = (n: number, fields: Partial<Order> = {}): Order => ({
  id: idOf("e", n),
  productId: idOf("d", n),
  state: "PAID",
  currency: "EUR",
  amountMinor: `${n}00`,
  refundedMinor: "0",
  createdAt: new Date(Date.UTC(2026, 9, 17, 9) - n * 1_000).toISOString(),
  ...fields,
});

/** Makes a list of things by their numbers, from 1. */
export const many = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

export const ROUTES = { ping, products: many(2, product), orders: many(2, order) };

export interface FakeServer extends Disposable {
  readonly url: string;
  /** What was asked, a line each, with what was sent as the key. */
  readonly asked: string[];
}

/** Responses the endpoints as routes say, and all else with 404. */
export function answering(routes: Routes): FakeServer {
  const asked: string[] = [];
  const answers: Readonly<Record<string, Route>> = routes;
  const fetch = ({ method, url, headers }: Request) => {
    const { pathname } = new URL(url);
    asked.push(`${method} ${pathname} ${headers.get("Authorization")}`);
    const route = answers[/^\/api\/v1\/integration\/(\w+)$/.exec(pathname)?.[1] ?? ""];
    if (route === undefined) return new Response(null, { status: 404 });
    return typeof route === "function" ? route() : Response.json(route);
  };
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch, idleTimeout: 0 });
  return {
    url: `http://127.0.0.1:${server.port}`,
    asked,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

/** Pulls from a server into a directory of its own: the exit code, what was said, and the files written. */
export async function pullFrom(
  url: string,
  flags: readonly string[] = [],
  { env = { MERCHANT_SANDBOX_KEY: KEY } }: FakeTerminalOptions = {},
) {
  await using directory = await temporaryDirectory();
  const out = join(directory.path, "seeds");
  const terminal = fakeTerminal({ env });
  const code = await run(["pull", "--base-url", url, "--out", out, ...flags], terminal);
  const normalise = (text: string) => text.replaceAll(out, "DIR").replaceAll(url, "URL");
  return {
    code,
    stdout: normalise(terminal.written.stdout),
    stderr: normalise(terminal.written.stderr),
    files: filesIn(out),
  };
}

/** Pulls from a server that answers as routes say; those left out are `ROUTES`. */
export async function pull(routes: Routes = {}, flags?: readonly string[]) {
  using server = answering({ ...ROUTES, ...routes });
  return { ...(await pullFrom(server.url, flags)), asked: server.asked };
}

/** The texts of the files in a directory, by their names; none where it is not there. */
function filesIn(directory: string): Record<string, string> {
  try {
    const names = readdirSync(directory).toSorted();
    return Object.fromEntries(
      names.map((name) => [name, readFileSync(join(directory, name), "utf8")]),
    );
  } catch {
    return {};
  }
}

function idOf(kind: string, n: number): string {
  return `${kind.repeat(8)}-0000-4000-8000-${`${n}`.padStart(12, "0")}`;
}
