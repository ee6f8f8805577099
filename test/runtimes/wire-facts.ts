// What a client gets on the wire, in every way in which the sandbox is run: one list, which wire.test.ts holds and
// docs/http.md shows. Where the columns differ, the runtime's own parser or writer of HTTP decides.
import { ENDPOINTS } from "../../src/contract/endpoints.ts";

/** The ways to run it. The executable is Bun. */
export const COLUMNS = ["bun", "node", "deno", "edge"] as const;
export type Column = (typeof COLUMNS)[number];

/** Where a sandbox answers: the prefix of its paths, and the name of its host. */
export interface Place {
  readonly prefix: string;
  readonly host: string;
}

export interface Fact {
  readonly what: string;
  /** Which address is asked. Default: the API. */
  readonly at?: "hosted";
  readonly request: (place: Place) => string;
  /** What `outcomeOf` finds: the same everywhere, or one for each column. */
  readonly outcome: string | Readonly<Record<Column, string>>;
}

/** The keys that the faults are for, and one that none is for. */
export const KEYS = {
  before: "mst_acme_full",
  midway: "mst_ember_full",
  spared: "mst_acme_noscope",
} as const;

/** Seeds of one merchant with these keys, as an overlay has them too. */
export const OVERLAY = {
  settings: { rateLimit: "off", errorBody: "empty" },
  faults: [
    { key: KEYS.before, drop: "before" },
    { key: KEYS.midway, drop: "midway" },
  ],
};

interface Parts {
  readonly method?: string;
  readonly path?: string;
  readonly key?: string;
  readonly version?: string;
  /** The lines of `Host`. Default: the right one. */
  readonly hosts?: (host: string) => readonly string[];
  /** More lines of the head. */
  readonly lines?: readonly string[];
  readonly body?: string;
}

const { ping, orders, "checkout-links": links } = ENDPOINTS;
const JSON_TYPE = "Content-Type: application/json";
const CHUNKED = "Transfer-Encoding: chunked";
const EMPTY_CHUNKS = "0\r\n\r\n";

const ask =
  ({ method = "GET", path = ping.path, key = KEYS.spared, ...parts }: Parts) =>
  ({ prefix, host }: Place): string => {
    const { version = "1.1", hosts = (name) => [name], lines = [], body = "" } = parts;
    return [
      `${method} ${path.startsWith("http:") ? `http://${host}${prefix}${ping.path}` : prefix + path} HTTP/${version}`,
      ...hosts(host).map((name) => `Host: ${name}`),
      `Authorization: Bearer ${key}`,
      ...lines,
      "",
      body,
    ].join("\r\n");
  };

const dropped = {
  bun: "closed without a response",
  node: "closed without a response",
  deno: "503, cut off",
  edge: "503, cut off",
};
// Runtime: neither looks at the body of a response to HEAD, and neither closes a connection otherwise.
const droppedHead = { ...dropped, deno: "503", edge: "503" };

export const FACTS: readonly Fact[] = [
  { what: "`drop: before`", request: ask({ key: KEYS.before }), outcome: dropped },
  {
    what: "`drop: before`, POST",
    request: ask({
      method: "POST",
      path: links.path,
      key: KEYS.before,
      lines: [JSON_TYPE, "Content-Length: 2"],
      body: "{}",
    }),
    outcome: dropped,
  },
  { what: "`drop: midway`", request: ask({ key: KEYS.midway }), outcome: "200, cut off" },
  {
    what: "`drop: midway`, a long list",
    request: ask({ path: orders.path, key: KEYS.midway }),
    outcome: "200, cut off",
  },
  {
    // Why: errors have no body under `errorBody: empty`.
    what: "`drop: midway`, an empty body",
    request: ask({ path: links.path, method: "POST", key: KEYS.midway }),
    outcome: dropped,
  },
  {
    what: "`drop: before`, HEAD",
    request: ask({ method: "HEAD", key: KEYS.before }),
    outcome: droppedHead,
  },
  {
    what: "`drop: midway`, HEAD",
    request: ask({ method: "HEAD", key: KEYS.midway }),
    outcome: droppedHead,
  },
  {
    what: "two `Host` lines",
    request: ask({ hosts: (host) => [host, "evil.test"] }),
    outcome: { bun: "400", node: "400", deno: "400, closed", edge: "500, closed" },
  },
  {
    what: "two `Host` lines that are the same",
    request: ask({ hosts: (host) => [host, host] }),
    outcome: { bun: "400", node: "400", deno: "400, closed", edge: "500, closed" },
  },
  {
    what: "no `Host`",
    request: ask({ hosts: () => [] }),
    outcome: { bun: "400, closed", node: "400, closed", deno: "400", edge: "400" },
  },
  {
    what: "no `Host`, HTTP/1.0",
    request: ask({ version: "1.0", hosts: () => [] }),
    outcome: { bun: "200, closed", node: "200, closed", deno: "400, closed", edge: "400" },
  },
  {
    what: "`/x/../` and `/./` in the path",
    request: ask({ path: "/x/..".concat(ping.path.replace("/ping", "/./ping")) }),
    outcome: "200",
  },
  {
    what: "`%2e%2e` in the path",
    request: ask({ path: ping.path.replace("/ping", "/x/%2e%2E/ping") }),
    outcome: "200",
  },
  {
    what: "`\\` in the path",
    request: ask({ path: ping.path.replace("/ping", "\\ping") }),
    outcome: { bun: "200", node: "400", deno: "200", edge: "200" },
  },
  {
    what: "an absolute address in the request line",
    request: ask({ path: "http:" }),
    outcome: { bun: "200", node: "200", deno: "200", edge: "500, closed" },
  },
  { what: "TRACE", request: ask({ method: "TRACE" }), outcome: "405" },
  {
    what: "TRACE of the control API",
    at: "hosted",
    request: ask({ method: "TRACE", path: "/_sandbox/health" }),
    outcome: "405",
  },
  {
    what: "GET with a body",
    request: ask({ lines: ["Content-Length: 5"], body: "hello" }),
    outcome: "200",
  },
  {
    what: "GET with a chunked body",
    request: ask({ lines: [CHUNKED], body: `5\r\nhello\r\n${EMPTY_CHUNKS}` }),
    outcome: { bun: "200, closed", node: "200, closed", deno: "200, closed", edge: "200" },
  },
  {
    what: "POST with an empty chunked body",
    request: ask({
      method: "POST",
      path: links.path,
      key: "mst_acme_links",
      lines: [JSON_TYPE, CHUNKED],
      body: EMPTY_CHUNKS,
    }),
    outcome: "400",
  },
  {
    what: "both `Content-Length` and `Transfer-Encoding`",
    request: ask({ lines: ["Content-Length: 3", CHUNKED], body: EMPTY_CHUNKS }),
    outcome: { bun: "400, closed", node: "400, closed", deno: "400, closed", edge: "200" },
  },
];

/** The request that shows whether a connection goes on. */
export const NEXT = ask({});

/**
 * Says what a client has got: the status, or that there is none, and whether the response was cut off or the
 * connection closed after it.
 */
export function outcomeOf(received: string, method: string, isClosed: boolean): string {
  if (received === "") return "closed without a response";
  const status = received.split(" ")[1] ?? "";
  if (!isWhole(received, method)) return `${status}, cut off`;
  return isClosed ? `${status}, closed` : status;
}

/** Whether a response is all there, by its head. */
export function isWhole(received: string, method: string): boolean {
  const end = received.indexOf("\r\n\r\n") + 4;
  if (end < 4) return false;
  const head = received.slice(0, end).toLowerCase();
  if (method === "HEAD") return true;
  if (head.includes("transfer-encoding: chunked")) return received.endsWith("0\r\n\r\n");
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? "0";
  return received.length - end === Number(length);
}

/** The table of docs/http.md. */
export function formatTable(): string {
  const heads = ["request", "executable, Bun", "Node", "Deno", "Cloudflare's engine"];
  const rows = FACTS.map(({ what, outcome }) => [
    what,
    ...COLUMNS.map((column) => (typeof outcome === "string" ? outcome : outcome[column])),
  ]);
  return [heads, heads.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
