// What the figures should be. Those of ratios are against the limit of the same run.

export type Target = { readonly atLeast: number } | { readonly atMost: number };

const atLeast = (figure: number): Target => ({ atLeast: figure });
const atMost = (figure: number): Target => ({ atMost: figure });

const EACH_OF_NODE = atLeast(0.8);
const EACH_OF_DENO = atLeast(0.8);

export const TARGETS = {
  /** Requests per second, against a bare server of the same runtime. */
  throughput: {
    executable: {
      ping: atLeast(0.68),
      products: atLeast(0.68),
      orders: atLeast(0.68),
      link: atLeast(0.58),
      refused: undefined,
    },
    node: {
      ping: undefined,
      products: undefined,
      orders: undefined,
      link: undefined,
      refused: undefined,
    },
    deno: {
      ping: EACH_OF_DENO,
      products: EACH_OF_DENO,
      orders: EACH_OF_DENO,
      link: EACH_OF_DENO,
      refused: EACH_OF_DENO,
    },
  },
  /** Requests per second, against a bare Hono app that does the same duties by hand. */
  byHand: {
    executable: {
      ping: atLeast(0.85),
      products: atLeast(0.85),
      orders: atLeast(0.85),
      link: atLeast(0.78),
      refused: atLeast(0.85),
    },
    node: {
      ping: EACH_OF_NODE,
      products: EACH_OF_NODE,
      orders: EACH_OF_NODE,
      link: EACH_OF_NODE,
      refused: EACH_OF_NODE,
    },
  },
  /** The slowest hundredth of responses, at some 15,000 requests a second, against that of the bare Hono app. */
  p99: atMost(1.3),
  /** Requests per second in a world with a prefix, against the default world. */
  prefix: atLeast(0.97),
  /** Requests per second with the journal, against those without. */
  journal: atLeast(0.95),
  /** From exec to the first 200, against a bare executable. */
  start: { embedded: atMost(1.5), directory: atMost(3), exec: atMost(3) },
  memory: {
    /** Against a bare executable. */
    rest: atMost(1.25),
    /**
     * MB that requests add over what they add to a bare executable: a full journal, 1 000 records that
     * hold 4 KiB of each body and less than 1 KiB besides.
     */
    requests: atMost(9.5),
    /** MB. */
    orders: atMost(40),
  },
  /** Milliseconds. */
  longestTask: atMost(100),
  growth: {
    /** Requests per second, against the smallest size. */
    throughput: atLeast(0.95),
    /** Time to load one order, against that in a load of a tenth: linear is 1. */
    load: atMost(1.1),
  },
} as const;

/** Says whether a figure is what it should be. */
export function isMet(target: Target, figure: number): boolean {
  return "atLeast" in target ? figure >= target.atLeast : figure <= target.atMost;
}

/** Formats a target, as in `≥ 0.85`. */
export function formatTarget(target: Target): string {
  return "atLeast" in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
}
