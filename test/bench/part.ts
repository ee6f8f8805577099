// A part of the bench: what it measures, and what it needs to do so.
import type { Row } from "./figure.ts";
import type { Need } from "./needs.ts";

export interface Bench {
  readonly quick: boolean;
  /** A directory that is gone when the run ends. */
  readonly directory: string;
  /** How long requests are counted at a time. */
  readonly sliceMs: number;
  /** How long a server is asked before, so that its code is compiled. */
  readonly warmMs: number;
  /** Tells what is measured now. */
  say(text: string): void;
}

export interface Part {
  readonly title: string;
  /** A line of the help. */
  readonly summary: string;
  readonly needs: readonly Need[];
  measure(bench: Bench): Promise<Outcome>;
}

export interface Outcome {
  readonly rows: readonly Row[];
  /** Why targets are not met, and what would meet them; told where one is not. */
  readonly reasons?: readonly string[];
  /** Files beside the results, by name. */
  readonly files?: Readonly<Record<string, string>>;
}
