// The faults of one world: which rule hits a request, how often each has hit, and the answers that
// are held back. What a hit does to an answer lives in api/inject-fault.ts.
import type { EndpointName } from "../contract/endpoints.ts";
import type { FaultRule, Key } from "../seeds/blueprint.ts";

/** A rule, and how many requests it has hit so far. */
export interface Fault {
  readonly rule: FaultRule;
  readonly hits: number;
}

/** One request that is hit. */
export interface Hit extends Fault {
  /** The rule's place in the list, from 1. */
  readonly number: number;
  /** How long the answer is held back, in whole milliseconds. */
  readonly delay: number;
}

export interface Faults {
  /** All rules in their order. */
  list(): Fault[];
  /** Counts a request, and hits it with the first rule that fits and fires. */
  strike(endpoint: EndpointName, key: Key): Hit | undefined;
  /** Waits for some milliseconds of real time, whatever the world's clock does. */
  hold(ms: number): Promise<void>;
  /** Whether a request is held back now. */
  readonly holding: boolean;
  /** Ends every wait at once. */
  release(): void;
}

interface State {
  readonly rule: FaultRule;
  readonly number: number;
  readonly random: () => number;
  passed: number;
  hits: number;
}

/** Makes the faults of one world: nothing counted yet. */
export function createFaults(rules: readonly FaultRule[]): Faults {
  const states = rules.map(createState);
  const waits = new Set<() => void>();

  return {
    list: () => states.map(({ rule, hits }) => ({ rule, hits })),

    strike(endpoint, key) {
      for (const state of states) {
        if (!fits(state.rule, endpoint, key) || !fires(state)) continue;
        const { rule, number, hits } = state;
        return { rule, number, hits, delay: drawDelay(state) };
      }
      return undefined;
    },

    hold: (ms) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          waits.delete(end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        waits.add(end);
      }),

    get holding() {
      return waits.size > 0;
    },

    release() {
      for (const end of waits) end();
    },
  };
}

function createState(rule: FaultRule, index: number): State {
  return { rule, number: index + 1, random: createRandom(index + 1), passed: 0, hits: 0 };
}

function fits(rule: FaultRule, endpoint: EndpointName, { key, merchant }: Key): boolean {
  return (
    (rule.endpoint === undefined || rule.endpoint === endpoint) &&
    (rule.key === undefined || rule.key === key) &&
    (rule.merchant === undefined || rule.merchant === merchant.id)
  );
}

function fires(state: State): boolean {
  const { after, times, probability } = state.rule;
  if (state.hits >= times) return false;
  if (state.passed < after) {
    state.passed++;
    return false;
  }
  if (state.random() >= probability) return false;
  state.hits++;
  return true;
}

function drawDelay({ rule, random }: State): number {
  if (rule.delay === undefined) return 0;
  const { min, max } = rule.delay;
  return min + Math.floor(random() * (max - min + 1));
}

// Why: the same on every run. Mulberry32, which unlike a linear congruential generator gives
// unlike numbers for seeds that are next to each other.
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
