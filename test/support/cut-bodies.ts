// Cuts the bodies of a journal to their beginning, as if there were no room for more.
import type { Journal } from "../../src/world/journal/journal.ts";
import { cutBody } from "../../src/world/journal/record.ts";

export function cutBodies(journal: Pick<Journal, "list" | "find">): void {
  for (const { id } of journal.list()) {
    const exchange = journal.find(id);
    if (exchange === undefined) continue;
    exchange.sentBody = cutBody(exchange.sentBody);
    exchange.responseBody = cutBody(exchange.responseBody);
  }
}
