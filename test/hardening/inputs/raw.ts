// What no client would send: bits that flipped, paths that are none, sizes beyond all need.
import { BASES, ENDPOINT_BASES, KEY, LINK, PAGES, READS } from "./bases.ts";
import { type Base, type Input, type Listener, sound, unsound, write } from "./input.ts";
import type { Random } from "./random.ts";

const MOST_FLIPS = 8;

/** Sound requests of which a few bits flipped. */
export function flippedInputs(random: Random, count: number): Input[] {
  return Array.from({ length: count }, () => {
    const base = random.pick(BASES);
    const bytes = write(base);
    for (let flips = 1 + random.below(MOST_FLIPS); flips > 0; flips--) {
      const at = random.below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
    }
    return unsound("flipped bits", `${base.method} ${base.target}`, base.to, bytes);
  });
}

/** Requests that stop somewhere. */
export function cutInputs(random: Random, count: number): Input[] {
  return Array.from({ length: count }, () => {
    const base = random.pick(BASES);
    const bytes = write(base);
    return unsound(
      "cut short",
      `${base.method} ${base.target}`,
      base.to,
      bytes.subarray(0, random.below(bytes.length)),
    );
  });
}

const PIECES = [
  ...[
    "api",
    "v1",
    "integration",
    "ping",
    "w",
    "flaky",
    "p",
    "dashboard",
    "docs",
    "_sandbox",
    "worlds",
    KEY,
  ],
  ...[
    "..",
    ".",
    "%2e%2e",
    "%2f",
    "%5c",
    "%00",
    "%",
    "%zz",
    "%c0%af",
    "%e0%80%af",
    "%ff",
    "%F0%9F%92%A9",
  ],
  ...[
    "",
    "*",
    "?",
    "??a=%",
    "&=",
    "=",
    "__proto__",
    "constructor",
    "<i>",
    "'",
    ";a=1",
    "~",
    "a".repeat(300),
  ],
];
// Why: a server may refuse these, for they are nothing that a request line may hold.
const RAW = [...'\0\x01\x07\x1b\x7f\x80\xff#"<>\\^`{|}'];

/** Paths of all kinds; of those with signs that no path may have, any end will do. */
export function pathInputs(random: Random, count: number): Input[] {
  return Array.from({ length: count }, () => {
    const pieces = Array.from({ length: 1 + random.below(8) }, () => random.pick(PIECES));
    const target = `/${pieces.join(random.pick(["/", "/", "/", "//", ""]))}`;
    const to = random.pick<Listener>(["api", "hosted"]);
    const base: Base = { to, method: "GET", target, headers: {} };
    if (random.below(3) > 0 && !/[<"]/.test(target)) return sound("odd paths", target, base);
    const at = random.below(target.length) + 1;
    const broken = target.slice(0, at) + random.pick(RAW) + target.slice(at);
    return unsound("odd paths", JSON.stringify(broken), to, write({ ...base, target: broken }));
  });
}

const METHODS = [
  ...[
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PROPFIND",
    "SEARCH",
  ],
  ...[
    "get",
    "PRI",
    "G",
    "",
    "GET GET",
    "A".repeat(70),
    "G\0T",
    "PÖST",
    "(",
    "QUERY",
    "LINK",
    "M-SEARCH",
  ],
];
const KNOWN = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;

/** Every method at every path. */
export function methodInputs(): Input[] {
  return METHODS.flatMap((method) =>
    [...ENDPOINT_BASES, ...READS, ...PAGES].map((base) => {
      const asked = { ...base, method };
      const what = `${JSON.stringify(method)} ${base.target}`;
      if (KNOWN.test(method)) return sound("odd methods", what, asked);
      return unsound("odd methods", what, base.to, write(asked));
    }),
  );
}

const KB = 1_024;

/** Heads and bodies of every size. */
export function largeInputs(): Input[] {
  const [ping] = ENDPOINT_BASES as [Base];
  const page: Base = { to: "hosted", method: "GET", target: "/dashboard", headers: {} };
  return [8, 15, 17, 63, 65, 129, 1_025].flatMap((kilobytes) => {
    const text = "a".repeat(kilobytes * KB);
    const many = Object.fromEntries(
      Array.from({ length: kilobytes * 8 }, (_, at) => [`X-${at}`, "y".repeat(100)]),
    );
    const what = (of: string) => `${of} of ${kilobytes} KB`;
    const heads = [ping, page].flatMap((base) => [
      unsound(
        "large heads",
        what("a header"),
        base.to,
        write({ ...base, headers: { ...base.headers, X: text } }),
      ),
      unsound(
        "large heads",
        what("many headers"),
        base.to,
        write({ ...base, headers: { ...base.headers, ...many } }),
      ),
      unsound("large heads", what("a path"), base.to, write({ ...base, target: `/${text}` })),
      unsound(
        "large heads",
        what("a query"),
        base.to,
        write({ ...base, target: `${base.target}?${text}` }),
      ),
      unsound("large heads", what("a method"), base.to, write({ ...base, method: text })),
    ]);
    const body = JSON.stringify({ productId: text });
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const writes = [LINK, { ...LINK, to: "hosted" as const, target: "/_sandbox/worlds" }];
    const bodies = writes.flatMap((base) => [
      sound("large bodies", what("a body"), { ...base, body }),
      sound("large bodies", what("a chunked body"), {
        ...base,
        headers: { ...base.headers, "Transfer-Encoding": "chunked" },
        body: chunks,
      }),
    ]);
    return [...heads, ...bodies];
  });
}

const MOST_PIPELINED = 20;

/** Sound requests that come all at once on one connection: a response each, in their order. */
export function pipelinedInputs(random: Random, count: number): Input[] {
  return Array.from({ length: count }, () => {
    const to = random.pick<Listener>(["api", "hosted"]);
    const bases = BASES.filter((base) => base.to === to);
    const picked = Array.from(
      { length: 2 + random.below(MOST_PIPELINED - 1) },
      (_, at): Base =>
        to === "hosted" && at % 2 === 0
          ? { to, method: "GET", target: `/p/piped-${at}`, headers: {} }
          : random.pick(bases),
    );
    return {
      kind: "pipelined",
      what: picked.map(({ method, target }) => `${method} ${target}`).join(", "),
      to,
      bytes: Buffer.concat(picked.map(write)),
      methods: picked.map(({ method }) => method),
      // Why: such a page tells its own number, so that it is seen at which place it comes.
      tells: picked.map(({ target }) => /piped-\d+$/.exec(target)?.[0]),
      marks: [],
    };
  });
}
