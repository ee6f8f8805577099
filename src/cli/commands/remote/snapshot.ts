// `snapshot`: prints the state of a world as a seed file.
import * as v from "valibot";
import { inWorld } from "./remote.ts";
import { saveFile } from "./save.ts";

export const SNAPSHOT_COMMAND = inWorld({
  options: {
    out: {
      value: "FILE",
      schema: () => v.string(),
      variable: false,
      help: "write it to this file",
    },
  },
  notes: [
    "A sandbox that loads it gives each key the same responses: merchant-sandbox --seeds FILE",
  ],
  async run({ client, world, options: { out } }) {
    const seeds = await client.call("GET /worlds/:world/snapshot", { params: { world } });
    // Why: a sandbox writes no control characters, and those of a malicious server would control the terminal.
    const safe = seeds.replace(/[^\P{Cc}\n\t]/gu, "\ufffd");
    if (out === undefined) return { json: seeds, lines: safe.trimEnd().split("\n") };
    await saveFile(out, seeds);
    return { json: undefined, lines: [`Wrote ${out}`] };
  },
});
