// The JSON of a list, written once: a world makes each merchant's list once, until something changes.
import type { Listing } from "../contract/list.ts";
import { shuffle } from "../model/lists.ts";
import type { Call } from "./call.ts";

/** Creates a function that writes lists as JSON arrays, and marks the call if a list was truncated. */
export function createListWriter<Item>(
  write: (item: Item) => object,
): (call: Call, listing: Listing<Item>) => string {
  const written = new WeakMap<Listing<Item>, string>();
  return (call, listing) => {
    const { items, total } = listing;
    if (total > items.length) call.cutFrom = total;
    if (call.world.settings.listOrder === "changing") {
      return JSON.stringify(shuffle(items, seedOf(call.id)).map(write));
    }
    const known = written.get(listing);
    if (known !== undefined) return known;
    const json = JSON.stringify(items.map(write));
    written.set(listing, json);
    return json;
  };
}

/** A number of a request's id, another one for most ids. */
function seedOf(id: string): number {
  return [...id].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 0);
}
