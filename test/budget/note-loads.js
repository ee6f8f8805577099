// Preloaded by Node: notes the URL of every module that is loaded after it, in the file that NOTES names.
import { appendFileSync } from "node:fs";
import { register } from "node:module";
import process from "node:process";
import { isMainThread } from "node:worker_threads";

// Why: the hooks run on a thread of their own, which loads this file again.
if (isMainThread) register(import.meta.url);

/** Node calls it for each module. */
export async function load(url, context, next) {
  appendFileSync(process.env.NOTES ?? "", `${url}\n`);
  return next(url, context);
}
