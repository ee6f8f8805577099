// The newest orders of all merchants, found without making all the others.
import type { Order } from "../../contract/schemas.ts";
import { selectOrders, termsOf } from "../../model/orders.ts";
import type { OrderSeries } from "../../model/state.ts";
import type { Layer } from "../../seeds/resolve/layer.ts";
import { type Cut, SHOWN } from "./cut-list.tsx";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Finds the newest orders of a world that hold what is searched for, and counts all that do. */
export function newestOrders(state: Layer, find: string): Cut<Order> {
  const listed = UUID.test(find) ? findListed(state, find) : undefined;
  if (listed !== undefined) return { shown: [listed], total: 1 };
  const series = find === "" ? state.orders() : state.orders().filter(createSearch(find));
  return {
    shown: selectOrders(series, "newest", state.orderIds()).slice(0, SHOWN),
    total: series.reduce((count, { repeat }) => count + repeat.times, 0),
  };
}

// Why: an id that is made from a name is found among those that the API lists, for to make all of them
// takes long where there are many.
function findListed({ merchants, listOrders }: Layer, id: string): Order | undefined {
  for (const merchant of merchants) {
    const found = listOrders(merchant).items.find((order) => order.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Makes the test whether a series holds a text, which looks at each code and state but once. */
function createSearch(find: string) {
  const seen = new Map<string, boolean>();
  const holds = (text: string) => {
    const known = seen.get(text) ?? text.toLowerCase().includes(find);
    seen.set(text, known);
    return known;
  };
  return (series: OrderSeries) => {
    const { publicCode, merchant } = series.product;
    const { state, currency, id = "", ref = "" } = termsOf(series);
    return (
      [publicCode, merchant.slug, state, currency].some(holds) ||
      `${id} ${ref}`.toLowerCase().includes(find)
    );
  };
}
