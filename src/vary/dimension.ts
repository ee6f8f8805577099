// A dimension: something that the API's specification leaves open, and the ways in which a world can respond
// otherwise than by default.
import type { EndpointName } from "../contract/endpoints.ts";
import type { CatalogProduct, Key, OrderRecord, State } from "../model/state.ts";

/** SeedChanges in the seed format, as a scenario file has them. */
export type SeedChanges = Readonly<Record<string, unknown>>;

/** One way to respond differently. */
export interface DimensionChoice {
  /** Says it in short, like `listOrder: oldest`. */
  readonly label: string;
  readonly changes: SeedChanges;
}

export interface Dimension {
  readonly name: string;
  /** The section of the specification that leaves it open. */
  readonly section: string;
  /** Completes "The client relies on …". */
  readonly relies: string;
  /** Says what the specification promises, like "promises no order". */
  readonly document: string;
  /** The endpoints whose responses it changes. */
  readonly endpoints: readonly EndpointName[];
  /** Its choices in some seeds. A failing one is shrunk to the first. */
  choices(base: Base): readonly DimensionChoice[];
}

/** The seeds that are varied, as the client meets them by its key. */
export interface Base {
  readonly key: Key;
  /** The products and orders of the key's merchant. */
  readonly products: readonly CatalogProduct[];
  readonly orders: readonly OrderRecord[];
}

/** Reads the seeds as a client with a key meets them. */
export function baseOf(state: State, key: Key): Base {
  const { id } = key.merchant;
  return {
    key,
    products: [...state.products.values()].filter(({ merchant }) => merchant.id === id),
    orders: state.orders.filter(({ product }) => product.merchant.id === id),
  };
}

/** The choices of one setting. */
export function settings(name: string, ...values: readonly unknown[]): DimensionChoice[] {
  return values.map((value) => setting(name, value));
}

export function setting(name: string, value: unknown): DimensionChoice {
  const shown = typeof value === "string" ? value : JSON.stringify(value);
  return { label: `settings.${name}: ${shown}`, changes: { settings: { [name]: value } } };
}

/** A fault of an endpoint, from a request on. */
export function fault(rule: Readonly<Record<string, unknown>>): DimensionChoice {
  const label = Object.entries(rule).map(([name, value]) => `${name}: ${value}`);
  return { label: `fault {${label.join(", ")}}`, changes: { faults: [rule] } };
}
