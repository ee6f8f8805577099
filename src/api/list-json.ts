// The JSON of a list, written once: a world makes each merchant's list once, until something changes.
import type { Listing } from "../contract/list.ts";
import type { Call } from "./call.ts";

/** Makes what writes lists as JSON arrays, and notes in the call where one was cut. */
export function createListWriter<Item>(
  write: (item: Item) => object,
): (call: Call, listing: Listing<Item>) => string {
  const written = new WeakMap<Listing<Item>, string>();
  return (call, listing) => {
    const { items, total } = listing;
    if (total > items.length) call.cutFrom = total;
    const known = written.get(listing);
    if (known !== undefined) return known;
    const json = JSON.stringify(items.map(write));
    written.set(listing, json);
    return json;
  };
}
