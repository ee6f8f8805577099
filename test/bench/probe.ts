// Probes: small programs that measure something within a process of their own, and print it as JSON.
import { join } from "node:path";
import * as v from "valibot";
import { runProcess } from "./processes.ts";
import { ROOT } from "./programs.ts";

/** Runs a probe, and reads what it printed. */
export async function runProbe<Output>(
  name: string,
  schema: v.GenericSchema<unknown, Output>,
  args: readonly (string | number)[],
): Promise<Output> {
  const path = join(import.meta.dir, `probes/${name}.ts`);
  const text = await runProcess([process.execPath, path, ...args.map(String)], ROOT);
  return v.parse(schema, JSON.parse(text));
}
