// A part of the hardening: what is tried, and what came of it.
import type { ProgramName } from "./target.ts";

export interface Attack {
  readonly program: ProgramName;
  /** A directory that is gone when the run ends. */
  readonly directory: string;
  /** Tells what is tried now. */
  say(text: string): void;
}

export interface Row {
  readonly what: string;
  /** What was seen, in words with their numbers. */
  readonly figure: string;
  /** Whether it is as it should be. */
  readonly held: boolean;
}

export interface Part {
  readonly title: string;
  /** A line of the help: what is tried. */
  readonly summary: string;
  /** Tries it on one program, at full size. */
  run(attack: Attack): Promise<readonly Row[]>;
}

/** Formats a count, as in 100 000. */
export const count = (number: number) => number.toLocaleString("en").replaceAll(",", " ");
