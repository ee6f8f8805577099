// A sandbox for one test: over one seed text, with a clock that stands still until the test moves it,
// every request recorded, and a short way to ask. Nothing listens.
import { afterEach } from "bun:test";
import fc from "fast-check";
import { ENDPOINTS, type EndpointName } from "../../src/contract/endpoints.ts";
import { createSandbox, type Sandbox } from "../../src/library/library.ts";
import { createSandbox as createPlain, type SandboxOptions } from "../../src/sandbox.ts";
import { type Loaded, loadSeeds } from "../../src/seeds/load.ts";
import type { RequestRecord } from "../../src/world/journal/record.ts";
import { readDescribed } from "./described.ts";

// Why: a property that fails must fail again, on every machine.
fc.configureGlobal({ seed: 20_261_017 });

/** When every test begins. */
export const NOW = Date.parse("2026-10-17T09:00:00Z");

/** The ids that `SEEDS` gives. */
export const IDS = {
  acme: "aaaaaaaa-0000-4000-8000-000000000001",
  atlas: "a71a5000-0000-4000-8000-000000000001",
  draft: "d7af7000-0000-4000-8000-000000000002",
  globe: "910be000-0000-4000-8000-000000000003",
  unknown: "00000000-0000-4000-8000-00000000dead",
  firstOrder: "0de70000-0000-4000-8000-000000000001",
  lastOrder: "0de70000-0000-4000-8000-000000000002",
} as const;

/** A merchant with a key of every kind, a second merchant, and a third without sandbox access. */
export const SEEDS = `
merchants:
  - { slug: acme, id: ${IDS.acme} }
  - { slug: globex }
  - { slug: closed, sandboxAccess: false }
keys:
  - { key: mst_acme_full, merchant: acme }
  - { key: mst_acme_none, merchant: acme, scopes: [] }
  - { key: mst_acme_reads, merchant: acme, scopes: [catalog:read, orders:read] }
  - { key: mst_acme_links, merchant: acme, scopes: ["checkout:links"] }
  - { key: mst_acme_revoked, merchant: acme, status: revoked }
  - { key: mst_acme_expired, merchant: acme, expiresAt: now-1d }
  - { key: mst_acme_expiring, merchant: acme, expiresAt: now+1h }
  - { key: mst_acme_noaccess, merchant: acme, sandboxAccess: false }
  - { key: mst_acme_once, merchant: acme, rateLimit: { capacity: 1, refillPerSecond: 0.1 } }
  - { key: mst_globex_full, merchant: globex }
  - { key: mst_closed_full, merchant: closed }
products:
  - { publicCode: ATLAS-1, merchant: acme, id: ${IDS.atlas}, currency: EUR, version: 4 }
  - { publicCode: DRAFT-1, merchant: acme, id: ${IDS.draft}, currency: USD, status: DRAFT }
  - { publicCode: GLOBE-1, merchant: globex, id: ${IDS.globe}, currency: EUR }
orders:
  - { product: ATLAS-1, id: ${IDS.firstOrder}, amountMinor: "4900", createdAt: now-2d }
  - { product: DRAFT-1, id: ${IDS.lastOrder}, amountMinor: "120", refundedMinor: "20", state: REFUNDED, createdAt: now-1d }
settings:
  rateLimit: off
`;

export interface TestSandboxOptions extends Omit<SandboxOptions, "seeds" | "systemTime"> {
  /** One seed file as text. Default: `SEEDS`. */
  readonly seeds?: string;
  /** Scenarios as texts by their names. Default: none. */
  readonly scenarios?: Readonly<Record<string, string>>;
  /** When the system's clock stands at first, in Unix milliseconds. Default: `NOW`. */
  readonly now?: number;
}

export interface CallOptions {
  /** The bearer key. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body as it is, with the media type of JSON unless the headers name another. */
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream;
  /** The world whose prefix stands in front of the path. */
  readonly world?: string;
  readonly query?: string;
  /** In place of the endpoint's own. */
  readonly method?: string;
}

/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  /** By their names in lower case, the request id aside. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The request id. */
  readonly id: string;
}

export interface TestSandbox extends Sandbox {
  /** What was recorded of the requests so far, the newest last. */
  readonly records: RequestRecord[];
  /** Asks an endpoint by its name, or a path of its own. Throws where the answer is not described. */
  call(target: EndpointName | `/${string}`, options?: CallOptions): Promise<Answer>;
  /** Moves the system's clock by whole milliseconds; backwards too. */
  pass(seconds: number): void;
}

/** Makes a sandbox for one test. */
export function sandbox(options: TestSandboxOptions = {}): TestSandbox {
  const { seeds = SEEDS, scenarios, now = NOW, onRequest, ...rest } = options;
  const records: RequestRecord[] = [];
  let time = now;
  const made = createSandbox({
    ...rest,
    seeds: loadTexts(seeds, scenarios, now),
    systemTime: () => time,
    onRequest: (record) => {
      records.push(record);
      onRequest?.(record);
    },
  });
  const { fetch } = made.api;
  return {
    ...made,
    api: Object.assign(made.api, {
      fetch: (request: Request) => describedLater(made, request, fetch(request)),
    }),
    records,
    call: async (target, call = {}) => {
      const request = requestOf(target, call);
      const response = await fetch(request);
      const { "x-request-id": id = "", ...headers } = Object.fromEntries(response.headers);
      const text = await readDescribed(made.worlds, request, response);
      if (text === undefined) throw new Error("the answer broke off");
      return { status: response.status, headers, text, id };
    },
    pass: (seconds) => {
      time = Math.round(time + seconds * 1_000);
    },
  };
}

/** The API as a listener is given it, which closes the connection of a response that is dropped. */
export function listened({ seeds = SEEDS, now = NOW, ...rest }: TestSandboxOptions = {}) {
  const records: RequestRecord[] = [];
  const { api, worlds } = createPlain({
    ...rest,
    seeds: loadTexts(seeds, {}, now),
    systemTime: () => now,
    onRequest: (record) => records.push(record),
  });
  return { api, worlds, records };
}

let unread: Promise<unknown>[] = [];

/** Answers as the app does, at once where it can, and holds the answer against its description afterwards. */
function describedLater(
  { worlds }: Sandbox,
  request: Request,
  answer: Response | Promise<Response>,
): Response | Promise<Response> {
  const hold = (response: Response) => {
    unread.push(readDescribed(worlds, request, response.clone()));
    return response;
  };
  return answer instanceof Response ? hold(answer) : answer.then(hold);
}

afterEach(async () => {
  const due = unread;
  unread = [];
  await Promise.all(due);
});

/** Loads one seed file, and scenarios by their names, at a time. */
export function loadTexts(
  text: string,
  scenarios: Readonly<Record<string, string>> = {},
  now = NOW,
): Loaded {
  const overlays = Object.entries(scenarios).map(([scenario, overlay]) => ({
    path: `scenarios/${scenario}.yaml`,
    text: overlay,
    scenario,
  }));
  return loadSeeds({ files: [{ path: "seeds.yaml", text }, ...overlays], now });
}

/** Makes the request that `call` sends. */
export function requestOf(target: EndpointName | `/${string}`, call: CallOptions = {}): Request {
  const { key, body, world, query } = call;
  const endpoint = isPath(target) ? { method: "GET", path: target } : ENDPOINTS[target];
  const prefix = world === undefined ? "" : `/w/${world}`;
  const headers = new Headers(call.headers);
  if (key !== undefined) headers.set("Authorization", `Bearer ${key}`);
  if (body !== undefined && !headers.has("Content-Type")) {
    headers.set("Content-Type", "application/json");
  }
  const url = `http://sandbox.test${prefix}${endpoint.path}${query === undefined ? "" : `?${query}`}`;
  return new Request(url, {
    method: call.method ?? endpoint.method,
    headers,
    body: body ?? null,
    ...(body instanceof ReadableStream && { duplex: "half" }),
  });
}

/** Writes the body that asks for a product's links. */
export const bodyFor = (productId: string) => JSON.stringify({ productId });

/** Writes the error body under `errorBody: json`. */
export const errorText = (code: string, message: string, requestId: string, issues?: object[]) =>
  JSON.stringify({ error: { code, message, requestId, issues } });

function isPath(target: EndpointName | `/${string}`): target is `/${string}` {
  return target.startsWith("/");
}
