// Sends many inputs at once, and tells what became of them.
import type { Input } from "./inputs/input.ts";
import { judge } from "./judge.ts";
import { send } from "./send.ts";
import type { Target } from "./target.ts";

const AT_ONCE = 32;

export interface Tally {
  readonly inputs: number;
  /** Answers of the sandbox by their status, and of the runtime's parser. */
  readonly ours: ReadonlyMap<number, number>;
  readonly parsers: ReadonlyMap<number, number>;
  /** Inputs to which no response came before the server closed the connection. */
  readonly closed: number;
  /** Inputs of several requests, of which the server answered some and closed the connection. */
  readonly cutShort: number;
  /** What was wrong, with the input that it was wrong with. */
  readonly faults: readonly string[];
}

/** Sends inputs to a target, some at a time. */
export async function sendInputs(
  target: Pick<Target, "ports">,
  inputs: readonly Input[],
): Promise<Tally> {
  const ours = new Map<number, number>();
  const parsers = new Map<number, number>();
  const faults: string[] = [];
  let closed = 0;
  let cutShort = 0;
  const left = inputs.values();
  const work = async () => {
    for (const input of left) {
      const outcome = await send(target.ports[input.to], input.bytes, input.methods);
      for (const { status, headers } of outcome.answers) {
        const by = headers.has("x-request-id") || headers.has("content-type") ? ours : parsers;
        by.set(status, (by.get(status) ?? 0) + 1);
      }
      if (outcome.answers.length === 0) closed++;
      if ((input.methods?.length ?? 0) > 1 && outcome.end === "closed") cutShort++;
      faults.push(
        ...judge(input, outcome).map((fault) => `${fault}: ${input.kind}, ${input.what}`),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { inputs: inputs.length, ours, parsers, closed, cutShort, faults };
}
