// A world's clock, and the only place that asks the system for the time. Expiry, refill and creation
// times all come from here.
import type { ClockStart } from "../model/state.ts";
import { instantAt, LATEST } from "../shared/times.ts";

/** Unix milliseconds. */
export type SystemTime = () => number;

export const systemTime: SystemTime = () => Date.now();

/** What it takes to start a clock again as it was. */
export interface SavedClock {
  /** Whether it shows the system's time. */
  readonly real: boolean;
  /** How far it is ahead of the system's, in milliseconds. */
  readonly ahead: number;
  /** The time at which it stands still, in Unix milliseconds. */
  readonly frozenAt?: number;
  /** How far it was set back in all, in milliseconds. */
  readonly setBack?: number;
}

export interface Clock {
  /** The world's time in Unix milliseconds. */
  now(): number;
  /** The same, but never set back: by it one measures how much time has passed. */
  elapsed(): number;
  /** The system's time in Unix milliseconds. */
  system(): number;
  readonly frozen: boolean;
  /** Whether it shows the system's time, never set and never frozen. */
  readonly real: boolean;
  /** Sets the time (Unix milliseconds), and freezes it or lets it run on; what is left out stays. */
  set(change: { readonly now?: number; readonly frozen?: boolean }): void;
  /** Lets it show the system's time again. */
  followSystem(): void;
  /** Moves it by some milliseconds. */
  advance(ms: number): void;
  /** What it takes to start it again as it is. */
  save(): SavedClock;
}

/** The system's time of what began at a world's time some milliseconds ago, and that time where it is another. */
export function timesOf(time: number, ms: number, { real, system }: Clock) {
  if (real) return { time, worldTime: undefined };
  return { time: Math.round(system() - ms), worldTime: time };
}

/** The time (Unix milliseconds) at which a clock that is started at `since` begins. */
export function startOf({ now }: ClockStart, since: number): number {
  return now === undefined ? since : instantAt(now, since).ms;
}

/**
 * Starts a clock: at a given time or at the system's, running or frozen. It has run since `since` (the
 * system's time in Unix milliseconds); one that was saved goes on instead.
 */
export function createClock(
  start: ClockStart,
  system: SystemTime,
  since = system(),
  saved?: SavedClock,
): Clock {
  let { frozenAt, ahead = 0, real = true, setBack = 0 }: Partial<SavedClock> = saved ?? {};
  // Why: there is no time beyond, and so it stands still there.
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
  };
  if (saved !== undefined) return clock;
  // Why: a real clock follows the system's, also where that is set meanwhile.
  if (start.now === undefined && !start.frozen) return clock;
  const { frozen } = start;
  const at = startOf(start, since);
  clock.set({ now: frozen ? at : at + system() - since, frozen });
  setBack = 0;
  return clock;
}
