// Compares layers by the worlds that start from them.
import { isEqual } from "../../shared/is-equal.ts";
import type { Layer } from "./layer.ts";

// Why: an order of a repeated entry is determined by that entry.
const PLACE = ["path", "line", "place", "entry"];

/** Whether two layers give the same world, also if their entries are in other places. */
export function givesSameWorld(a: Layer, b: Layer | undefined): boolean {
  if (!isEqual(a, b, ["orders", "origin", "source"])) return false;
  // Why: compares orders as they are written, because requests would wait while ten thousand are resolved.
  const others = b?.source.orders ?? [];
  return a.source.orders.every(({ entry }, n) => isEqual(entry, others[n]?.entry, PLACE));
}
