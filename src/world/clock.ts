// A world's clock, and the only place that asks the system for the time. Expiry, refill and creation times use it.
import type { ClockStart } from "../model/state.ts";
import { instantAt, LATEST } from "../shared/times.ts";
import type { SavedClock } from "./saved-counters.ts";

/** Unix milliseconds. */
export type SystemTime = () => number;

export const systemTime: SystemTime = () => Date.now();

export interface Clock {
  /** The world's time in Unix milliseconds. */
  now(): number;
  /** The same, but never set back, to measure how much time has passed. */
  elapsed(): number;
  /** The system's time in Unix milliseconds. */
  system(): number;
  readonly frozen: boolean;
  /** Whether it shows the system's time, never set and never frozen. */
  readonly real: boolean;
  /** Sets the time (Unix milliseconds), and freezes or unfreezes it. Fields that are left out stay unchanged. */
  set(change: { readonly now?: number; readonly frozen?: boolean }): void;
  /** Resets it to the system's time. */
  followSystem(): void;
  /** Advances it by some milliseconds. */
  advance(ms: number): void;
  /** Its state, to save it. */
  save(): SavedClock;
  /** Sets it back to a state from before. */
  restore(saved: SavedClock): void;
}

/** The system's time of an event at a world's time some milliseconds ago, and the world's time if it differs. */
export function timesOf(time: number, ms: number, { real, system }: Clock) {
  if (real) return { time, worldTime: undefined };
  return { time: Math.round(system() - ms), worldTime: time };
}

/** The start time (Unix milliseconds) of a clock that is started at `since`. */
export function startOf({ now }: ClockStart, since: number): number {
  return now === undefined ? since : instantAt(now, since).ms;
}

/**
 * Starts a clock at a given time or the system's time, running or frozen. It has run since `since` (the system's time
 * in Unix milliseconds). A saved clock continues instead.
 */
export function createClock(
  start: ClockStart,
  system: SystemTime,
  since = system(),
  saved?: SavedClock,
): Clock {
  let { frozenAt, ahead = 0, real = true, setBack = 0 }: Partial<SavedClock> = saved ?? {};
  // Why: JavaScript has no later time, so the clock stops there.
  const now = () => frozenAt ?? Math.min(system() + ahead, LATEST);

  const clock: Clock = {
    now,
    elapsed: () => now() + setBack,
    system,
    get frozen() {
      return frozenAt !== undefined;
    },
    get real() {
      return real;
    },
    set({ now: at = now(), frozen = frozenAt !== undefined }) {
      real = false;
      setBack += Math.max(0, now() - at);
      ahead = frozen ? 0 : at - system();
      frozenAt = frozen ? at : undefined;
    },
    followSystem() {
      clock.set({ now: system(), frozen: false });
      real = true;
    },
    advance: (ms) => clock.set({ now: now() + ms }),
    save: () => ({
      real,
      ahead,
      ...(frozenAt !== undefined && { frozenAt }),
      ...(setBack > 0 && { setBack }),
    }),
    restore(before) {
      ({ frozenAt, ahead, real, setBack = 0 } = before);
    },
  };
  if (saved !== undefined) return clock;
  // Why: a clock that was never set follows the system's clock, also if that is changed.
  if (start.now === undefined && !start.frozen) return clock;
  const { frozen } = start;
  const at = startOf(start, since);
  clock.set({ now: frozen ? at : at + system() - since, frozen });
  setBack = 0;
  return clock;
}
