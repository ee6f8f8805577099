// All inputs, in an order that is the same on every run.
import { framingInputs } from "./framing.ts";
import type { Input } from "./input.ts";
import { jsonInputs } from "./json.ts";
import { naughtyInputs } from "./naughty.ts";
import { createRandom } from "./random.ts";
import {
  cutInputs,
  flippedInputs,
  largeInputs,
  methodInputs,
  pathInputs,
  pipelinedInputs,
} from "./raw.ts";

const SEED = 20_261_017;

/** Makes them all. */
export function createInputs(): Input[] {
  const random = createRandom(SEED);
  const inputs = [
    ...jsonInputs(),
    ...naughtyInputs(),
    ...flippedInputs(random, 3_000),
    ...cutInputs(random, 500),
    ...pathInputs(random, 2_000),
    ...methodInputs(),
    ...framingInputs(),
    ...largeInputs(),
    ...pipelinedInputs(random, 200),
  ];
  // Why: one kind after the other would meet a server that knows it by then.
  for (let at = inputs.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [inputs[at], inputs[other]] = [inputs[other] as Input, inputs[at] as Input];
  }
  return inputs;
}
