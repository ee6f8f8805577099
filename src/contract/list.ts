// What the two list endpoints share: the cap, and a list whose JSON is written once.

// Contract: §8.1, a list answers at most this many items.
export const LIST_LIMIT = 50;

/** A merchant's list as the API answers it, and how many records there are in all. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  /** The items as a JSON array. */
  readonly json: string;
  /** The same as bytes, which answers share. */
  readonly blob: Blob;
}

/** Makes a listing of the first fifty items. `total` is told where the items were cut before. */
export function createListing<Item>(all: readonly Item[], total = all.length): Listing<Item> {
  const items = all.slice(0, LIST_LIMIT);
  const json = JSON.stringify(items);
  return { items, total, json, blob: new Blob([json]) };
}
