// A variation: some differences at once, of which each is a choice of another dimension.
import fc from "fast-check";
import { isMapping } from "../shared/mapping.ts";
import type { Base, Dimension, DimensionChoice, SeedChanges } from "./dimension.ts";

export interface Divergence extends DimensionChoice {
  readonly dimension: Dimension;
}

export type Variation = readonly Divergence[];

/** How many differences a variation has on average. */
const DIFFERENCES = 2;

/** All variations of some dimensions. A failing one is shrunk to few and simple differences. */
export function variationsOf(
  dimensions: readonly Dimension[],
  base: Base,
): fc.Arbitrary<Variation> {
  const absent = fc.constant(undefined);
  const weight = Math.max(1, Math.round(dimensions.length / DIFFERENCES) - 1);
  const differences = dimensions.map((dimension) =>
    fc.oneof(
      // Why: first, so that each difference is shrunk to none.
      { withCrossShrink: true },
      { arbitrary: absent, weight },
      {
        arbitrary: fc.constantFrom(
          ...dimension.choices(base).map((choice) => ({ ...choice, dimension })),
        ),
        weight: 1,
      },
    ),
  );
  return fc
    .tuple(...differences)
    .map((chosen) => chosen.filter((difference) => difference !== undefined))
    .filter((variation) => variation.length > 0);
}

/** Says a variation in one line. */
export function describeVariation(variation: Variation): string {
  return variation.map(({ label }) => label).join("; ");
}

/** A short name for a variation, as a file may have it. */
export function nameVariation(variation: Variation): string {
  return variation
    .map(({ dimension, label }) => `${dimension.name}-${label.replace(/[a-zA-Z. ]+: /g, "")}`)
    .join("-")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^(.{0,60}).*?-?$/, "$1")
    .replace(/-$/, "");
}

/** The changes of all differences as one, as a scenario file has them. */
export function changesOfVariation(variation: Variation): SeedChanges {
  const all = variation.map(({ changes }) => changes);
  const sections = [...new Set(all.flatMap(Object.keys))];
  return Object.fromEntries(
    sections.map((section) => [
      section,
      mergeSection(
        section,
        all.map((changes) => changes[section]),
      ),
    ]),
  );
}

function mergeSection(section: string, parts: readonly unknown[]): unknown {
  if (section === "settings") return Object.assign({}, ...parts);
  const entries = parts.flatMap((part) => (Array.isArray(part) ? part.filter(isMapping) : []));
  return section === "faults" ? entries : mergeEntries(entries);
}

/** Merges entries of the same name; one that is removed has no other changes. */
function mergeEntries(entries: readonly Record<string, unknown>[]): unknown[] {
  const merged = new Map<unknown, Record<string, unknown>>();
  for (const entry of entries) {
    const name = entry.slug ?? entry.key ?? entry.publicCode ?? entry.id ?? entry.ref ?? entry;
    const both = { ...merged.get(name), ...entry };
    merged.set(name, both.remove === true ? removal(both) : both);
  }
  return [...merged.values()];
}

function removal({ slug, key, publicCode, id, ref, remove }: Record<string, unknown>) {
  const names = Object.entries({ slug, key, publicCode, id, ref, remove });
  return Object.fromEntries(names.filter(([, value]) => value !== undefined));
}
