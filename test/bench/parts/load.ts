// How long it takes to load seeds, and how much memory at the peak, against the bare yaml package on the same file.
import { join } from "node:path";
import * as v from "valibot";
import { compare, type Figure, formatCount } from "../figure.ts";
import { writeOrders } from "../orders.ts";
import { inPairs } from "../pairs.ts";
import type { Part } from "../part.ts";
import { runProbe } from "../probe.ts";

const LIMIT = "yaml";
const TakenSchema = v.object({ ms: v.number(), peak: v.number() });

export const load: Part = {
  title: "Loading seeds",
  summary: "time and memory to load orders, against the bare yaml package",
  needs: ["proc"],
  async measure({ quick, directory, say }) {
    const rows: Figure[] = [];
    for (const size of quick ? [1_000, 10_000] : [1_000, 10_000, 100_000]) {
      const what = `${formatCount(size)} orders`;
      say(what);
      const path = join(directory, `orders-${size}.yaml`);
      await Bun.write(path, writeOrders(size));
      const pairs = await inPairs(
        quick ? 3 : 9,
        () => runProbe("load", TakenSchema, ["ours", path]),
        () => runProbe("load", TakenSchema, [LIMIT, path]),
      );
      for (const [measure, unit] of [
        ["ms", "ms"],
        ["peak", "MB"],
      ] as const) {
        const label = { what: measure === "ms" ? what : `${what}, at the peak`, unit };
        const of = pairs.map(({ ours, limit }) => ({ ours: ours[measure], limit: limit[measure] }));
        rows.push(compare(label, LIMIT, of));
      }
    }
    return { rows };
  },
};
