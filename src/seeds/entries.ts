// Parsed files → lists of typed entries. Every entry passes its schema by itself, so that one slip
// hides no other; what does not pass is reported at its place and left out.
import * as v from "valibot";
import { type Diagnostic, errorAt, type Span } from "./diagnostic.ts";
import { describe, explainIssue, explainUnknownFields } from "./explain.ts";
import { createFailures, type Failures } from "./failures.ts";
import type { Document } from "./parse.ts";
import {
  COLLECTIONS,
  type Collection,
  type KeySeed,
  type MerchantSeed,
  type OrderSeed,
  type ProductSeed,
  type SettingsSeed,
  SettingsSeedSchema,
} from "./schema.ts";

type Mapping = Record<string, unknown>;

/** An entry of a list, typed, with the way back to where it is written. */
export interface Entry<Seed> {
  readonly seed: Seed;
  readonly written: Mapping;
  readonly document: Document;
}

export interface Entries {
  readonly merchants: readonly Entry<MerchantSeed>[];
  readonly keys: readonly Entry<KeySeed>[];
  readonly products: readonly Entry<ProductSeed>[];
  readonly orders: readonly Entry<OrderSeed>[];
  readonly settings: readonly Entry<SettingsSeed>[];
  /** What did not pass. */
  readonly failures: Failures;
  /** The entries that did not pass, whose references are looked up all the same. */
  readonly refused: readonly RefusedEntry[];
}

/** The place of a field of an entry, or of one within it. */
export function locateField(
  { written, document }: Entry<unknown>,
  field: string,
  inner?: string,
): Span {
  const within = inner === undefined ? undefined : written[field];
  return isMapping(within) ? document.locate(within, inner) : document.locate(written, field);
}

export interface RefusedEntry extends Entry<Mapping> {
  readonly section: string;
}

interface MappingFile {
  readonly document: Document;
  readonly root: Mapping;
}

const SECTIONS = [...Object.keys(COLLECTIONS), "settings"];

/** Collects the entries of all files, in the order of the files. */
export function collectEntries(
  documents: readonly Document[],
  report: (diagnostic: Diagnostic) => void,
): Entries {
  const failures = createFailures();
  const refused: RefusedEntry[] = [];
  if (documents.some(({ broken }) => broken)) failures.addUnknown();
  const files = documents.flatMap(readFile);
  return {
    merchants: files.flatMap((file) => readList(file, "merchants", COLLECTIONS.merchants)),
    keys: files.flatMap((file) => readList(file, "keys", COLLECTIONS.keys)),
    products: files.flatMap((file) => readList(file, "products", COLLECTIONS.products)),
    orders: files.flatMap((file) => readList(file, "orders", COLLECTIONS.orders)),
    settings: files.flatMap(readSettings),
    failures,
    refused,
  };

  function readFile(document: Document): MappingFile[] {
    const { root } = document;
    if (isMapping(root)) {
      explainUnknownFields(document, root, SECTIONS).forEach(report);
      return [{ document, root }];
    }
    const must = `a seed file must be a mapping of ${SECTIONS.join(", ")}`;
    if (root !== null) refuse(root, document.locate(), must);
    return [];
  }

  function readList<Seed>(
    { document, root }: MappingFile,
    section: Collection,
    schema: v.GenericSchema<unknown, Seed>,
  ): Entry<Seed>[] {
    const list = root[section] ?? [];
    if (!Array.isArray(list)) {
      const span = document.locate(root, section);
      refuse(list, span, `\`${section}\` must be a list`, "Begin each entry with a dash.");
      return [];
    }
    return list.flatMap((written, index) => {
      if (isMapping(written)) return readEntry(document, written, section, schema);
      refuse(written, document.locate(list, index), `an entry of \`${section}\` must be a mapping`);
      return [];
    });
  }

  function readSettings({ document, root }: MappingFile): Entry<SettingsSeed>[] {
    const written = root.settings ?? {};
    if (isMapping(written)) return readEntry(document, written, "settings", SettingsSeedSchema);
    const span = document.locate(root, "settings");
    refuse(written, span, "`settings` must be a mapping", "Write its fields without a dash.");
    return [];
  }

  function readEntry<Seed>(
    document: Document,
    written: Mapping,
    section: string,
    schema: v.GenericSchema<unknown, Seed>,
  ): Entry<Seed>[] {
    const result = v.safeParse(schema, written, { abortPipeEarly: true });
    if (result.success) return [{ seed: result.output, written, document }];
    for (const issue of result.issues) {
      explainIssue(document, schema, section.slice(0, -1), issue).forEach(report);
    }
    failures.add(section, written);
    refused.push({ section, seed: written, written, document });
    return [];
  }

  function refuse(value: unknown, span: Span, must: string, hint?: string) {
    report(errorAt(span, "wrong-type", `${must}, found ${describe(value, span)}`, hint));
    failures.addUnknown();
  }
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
