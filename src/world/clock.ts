// A world's clock, and the only place that asks the system for the time. Expiry, refill and creation
// times all come from here.
import type { ClockStart } from "../seeds/blueprint.ts";

/** Unix milliseconds. */
export type SystemTime = () => number;

export const systemTime: SystemTime = () => Date.now();

export interface Clock {
  /** The world's time in Unix milliseconds. */
  now(): number;
  readonly frozen: boolean;
}

/** Starts a clock: at a given time or at the system's, running or frozen. */
export function createClock({ now, frozen }: ClockStart, system: SystemTime): Clock {
  if (now === undefined && !frozen) return { now: system, frozen };
  const started = system();
  const start = now ?? started;
  return { now: frozen ? () => start : () => start + system() - started, frozen };
}
