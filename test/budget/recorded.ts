// What was recorded of each budget, and where it lies.
import { join } from "node:path";
import * as v from "valibot";
import { countCalls, listModules, measureSizes } from "./measure.ts";

const SEEDS = join(import.meta.dir, "../../seeds");

const CountsSchema = v.record(v.string(), v.number());
const BudgetSchema = v.object({
  /** What a start loads until it has answered a request, without and with seeds of its own. */
  modules: v.object({ embedded: v.array(v.string()), directory: v.array(v.string()) }),
  /** Bytes of JavaScript. */
  sizes: CountsSchema,
  /** Calls of functions, by the kind of request. */
  calls: v.record(v.string(), CountsSchema),
});
type Budget = v.InferOutput<typeof BudgetSchema>;

const FILE = Bun.file(join(import.meta.dir, "budget.json"));

/** Reads what was recorded. */
export async function readBudget(): Promise<Budget> {
  return v.parse(BudgetSchema, await FILE.json());
}

/** Lists what a start loads without seeds of its own. */
export const listEmbedded = () => listModules([]);

/** Lists what a start on a seeds directory loads. Why: not watched, as that begins whenever it can. */
export const listDirectory = () => listModules(["--seeds", SEEDS, "--no-watch"]);

if (import.meta.main) {
  const budget: Budget = {
    modules: { embedded: await listEmbedded(), directory: await listDirectory() },
    sizes: await measureSizes(),
    calls: await countCalls(),
  };
  await FILE.write(`${JSON.stringify(budget, null, 2)}\n`);
}
