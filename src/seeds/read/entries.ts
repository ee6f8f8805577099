// The content of seed files after each entry has passed its schema: plain data, which can be compiled into the
// program or sent by a worker. An entry refers to its text only while seeds are being read.

import type {
  FaultSeed,
  FileHead,
  KeySeed,
  KeySeedChange,
  MerchantSeed,
  MerchantSeedChange,
  OrderSeed,
  OrderSeedChange,
  ProductSeed,
  ProductSeedChange,
} from "../../model/schema.ts";
import type { SettingsSeed } from "../../model/settings-schema.ts";
import { isMapping, type Mapping } from "../../shared/mapping.ts";
import type { Span } from "../diagnostics/diagnostic.ts";
import type { Document } from "./document.ts";

/** Where an entry is written; line 0 means not in a file. */
export interface Origin {
  readonly path: string;
  readonly line: number;
}

/** An entry of a list, typed, and where it is written. */
export interface Entry<Seed> extends Origin {
  readonly seed: Seed;
  /** Its place in a text, while seeds are being checked. */
  place?: EntryPlace | undefined;
  /** The entry with a `repeat` that this order is one of, and which one. */
  readonly series?: Series;
}

interface EntryPlace {
  readonly document: Document;
  /** What the entry is in there. */
  readonly written: Mapping;
  /** The entry that this one changes. It still gives the other fields. */
  readonly beneath?: Entry<unknown>;
}

export interface Series {
  readonly entry: Entry<OrderSeed>;
  /** The number that replaces `{n}` in this order. */
  readonly number: number;
  /** How much later than `createdAt` it is, and how far apart the orders are, in milliseconds. */
  readonly delay: number;
  readonly every: number;
}

export type SeedFields = Readonly<Record<string, unknown>>;

/** Some fields of an entry, which have passed their schema. */
export type Change<Seed> = { readonly [Field in keyof Seed]?: Seed[Field] | undefined } & {
  readonly remove?: true | undefined;
};

/** An entry that failed its schema. Its references are checked all the same. */
export interface RejectedEntry extends Entry<Mapping> {
  readonly section: string;
}

/** Names the default key. */
export type ApiKeySeed = Required<FileHead>;

/** The entries of the base. */
export interface Entries {
  readonly apiKey?: Entry<ApiKeySeed>;
  readonly merchants: readonly Entry<MerchantSeed>[];
  readonly keys: readonly Entry<KeySeed>[];
  readonly products: readonly Entry<ProductSeed>[];
  readonly orders: readonly Entry<OrderSeed>[];
  readonly faults: readonly Entry<FaultSeed>[];
  /** The later ones win, field by field. */
  readonly settings: readonly Entry<SettingsSeed>[];
}

/** The changes of a scenario: entries to add, to change or to remove. */
export interface Changes {
  readonly apiKey?: Entry<ApiKeySeed>;
  readonly merchants: readonly Entry<MerchantSeedChange>[];
  readonly keys: readonly Entry<KeySeedChange>[];
  readonly products: readonly Entry<ProductSeedChange>[];
  readonly orders: readonly Entry<OrderSeedChange>[];
  /** They replace all faults; undefined keeps these. */
  readonly faults?: readonly Entry<FaultSeed>[];
  readonly settings: readonly Entry<SettingsSeed>[];
}

export interface Scenario {
  readonly name: string;
  readonly description?: string;
  /** The scenario that this one is applied on top of; undefined means the base. */
  readonly extends?: string;
  readonly changes: Changes;
}

/** A whole set of seeds. */
export interface Seeds {
  readonly base: Entries;
  readonly scenarios: readonly Scenario[];
}

/** Forgets the places of entries, because texts are many times larger than what is read from them. */
export function forgetPlaces(entries: Iterable<Entry<unknown>>): void {
  for (const entry of entries) {
    entry.place = undefined;
    if (entry.series) entry.series.entry.place = undefined;
  }
}

/** Where an entry is written, as `file:line`, or who made it if it is not in a file. */
export function originOf({ path, line }: Origin): string {
  return line === 0 ? path : `${path}:${line}`;
}

/** The same as words that follow a noun. */
export function whereIs(origin: Origin): string {
  return origin.line === 0 ? `(${originOf(origin)})` : `at ${originOf(origin)}`;
}

/** The place of an entry, of a field of it, or of one within that field. */
export function locateField(entry: Entry<unknown>, field?: string, inner?: string): Span {
  if (entry.place === undefined) return spanOfLine(entry);
  const { document, written, beneath } = entry.place;
  if (field === undefined) return document.locate(written);
  if (beneath && !Object.hasOwn(written, field)) return locateField(beneath, field, inner);
  const within = inner === undefined ? undefined : written[field];
  return isMapping(within) ? document.locate(within, inner) : document.locate(written, field);
}

/** The place of a field's name. */
export function locateName(entry: Entry<unknown>, field: string): Span {
  const { place } = entry;
  return place ? place.document.locate(place.written, field, "key") : spanOfLine(entry);
}

// Why: compiled seeds know only the line.
function spanOfLine(entry: Entry<unknown>): Span {
  return { file: { path: originOf(entry), text: "" }, start: 0, end: 0 };
}
