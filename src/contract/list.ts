// What the two list endpoints share: the cap on their items.

// Contract: §8.1, a list has at most this many items.
export const LIST_LIMIT = 50;

/** What the description says of each list. */
export const NO_SECOND_PAGE = `A list has at most ${LIST_LIMIT} items, and there is no second page (§8.1).`;

/** The first items of a merchant's list, and how many there are in all. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** Makes a listing of the first fifty items. Give `total` where the items were cut before. */
export function createListing<Item>(all: readonly Item[], total = all.length): Listing<Item> {
  return { items: all.slice(0, LIST_LIMIT), total };
}
