// The faults of one world: which rule applies to a request, how often each was applied, and the delayed responses.
// api/checks/faults.ts applies a rule to a response.
import type { EndpointName } from "../contract/endpoints.ts";
import type { FaultRule, Key } from "../model/state.ts";
import type { SavedCounters, SavedFault } from "./saved-counters.ts";

/** A rule, and how often it was applied. */
export interface Fault {
  readonly rule: FaultRule;
  readonly hits: number;
}

/** A rule that is applied to one request. */
export interface Hit extends Fault {
  /** The number of the rule in the list, from 1. */
  readonly number: number;
  /** How long the response is delayed, in whole milliseconds. */
  readonly delay: number;
}

export interface Faults {
  /** All rules in their order. */
  list(): Fault[];
  /** Counts a request, and applies the first rule that matches it and is due. */
  strike(endpoint: EndpointName, key: Key): Hit | undefined;
  /** Waits for some milliseconds of real time, also if the world's clock is frozen. */
  hold(ms: number): Promise<void>;
  /** Whether a response is being delayed. */
  readonly holding: boolean;
  /** Ends every wait at once. */
  release(): void;
  /** The counters of each rule that counted something. */
  save(): SavedCounters["faults"];
}

interface State extends SavedFault {
  readonly rule: FaultRule;
  readonly number: number;
}

/** Creates the faults of one world, with the saved counters of each rule if there are any. */
export function createFaults(
  rules: readonly FaultRule[],
  saved: SavedCounters["faults"] = {},
): Faults {
  const states = rules.map((rule, index): State => {
    const number = index + 1;
    return { rule, number, passed: 0, hits: 0, random: number, ...saved[index] };
  });
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

    save() {
      const counted = states.filter(
        ({ number, passed, random }) => passed > 0 || random !== number,
      );
      return Object.fromEntries(
        counted.map(({ number, passed, hits, random }) => [number - 1, { passed, hits, random }]),
      );
    },
  };
}

function fits(rule: FaultRule, endpoint: EndpointName, { key, merchant }: Key): boolean {
  return (
    !rule.off &&
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
  if (draw(state) >= probability) return false;
  state.hits++;
  return true;
}

function drawDelay(state: State): number {
  const { delay } = state.rule;
  if (delay === undefined) return 0;
  const { min, max } = delay;
  return min + Math.floor(draw(state) * (max - min + 1));
}

/** Returns a random number from 0 to below 1. */
// Why: Mulberry32 gives the same numbers on every run, and unlike a linear congruential generator, unrelated numbers
// for seeds that are next to each other.
function draw(state: State): number {
  state.random = (state.random + 0x6d2b79f5) | 0;
  const { random } = state;
  let mixed = Math.imul(random ^ (random >>> 15), random | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
