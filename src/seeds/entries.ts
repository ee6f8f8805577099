// Parsed files → lists of typed entries. Every entry passes its schema by itself, so that one slip
// hides no other; what does not pass is reported at its place and left out.
import * as v from "valibot";
import type { Diagnostic } from "./diagnostic.ts";
import { explainIssue, explainUnknownFields } from "./explain.ts";
import type { Document } from "./parse.ts";
import {
  type KeySeed,
  KeySeedSchema,
  type MerchantSeed,
  MerchantSeedSchema,
  type OrderSeed,
  OrderSeedSchema,
  type ProductSeed,
  ProductSeedSchema,
  type SettingsSeed,
  SettingsSeedSchema,
} from "./schema.ts";

/** An entry of a list, typed, with the way back to where it is written. */
export interface Entry<Seed> {
  readonly seed: Seed;
  readonly written: object;
  readonly document: Document;
}

export interface Entries {
  readonly merchants: readonly Entry<MerchantSeed>[];
  readonly keys: readonly Entry<KeySeed>[];
  readonly products: readonly Entry<ProductSeed>[];
  readonly orders: readonly Entry<OrderSeed>[];
  readonly settings: readonly Entry<SettingsSeed>[];
  /** What the entries that did not pass say: a reference to one of these is no second mistake. */
  readonly failed: ReadonlySet<unknown>;
}

const SECTIONS = ["merchants", "keys", "products", "orders", "settings"];

/** Collects the entries of all files, in the order of the files. */
export function collectEntries(
  documents: readonly Document[],
  report: (diagnostic: Diagnostic) => void,
): Entries {
  const failed = new Set<unknown>();
  const files = documents.filter(checkRoot);
  return {
    merchants: files.flatMap((file) => readList(file, "merchants", MerchantSeedSchema)),
    keys: files.flatMap((file) => readList(file, "keys", KeySeedSchema)),
    products: files.flatMap((file) => readList(file, "products", ProductSeedSchema)),
    orders: files.flatMap((file) => readList(file, "orders", OrderSeedSchema)),
    settings: files.flatMap(readSettings),
    failed,
  };

  function checkRoot({ root, file, ...document }: Document): boolean {
    if (root === null) return false;
    if (!isMapping(root)) {
      const message = `a seed file must be a mapping of ${SECTIONS.join(", ")}`;
      const span = { file, start: 0, end: file.text.length };
      report({ severity: "error", code: "wrong-type", message, span });
      return false;
    }
    explainUnknownFields({ root, file, ...document }, root, SECTIONS).forEach(report);
    return true;
  }

  function readList<Seed>(
    document: Document,
    section: string,
    schema: v.GenericSchema<unknown, Seed>,
  ): Entry<Seed>[] {
    const list = fieldOf(document, section);
    if (list === undefined || list === null) return [];
    if (!Array.isArray(list)) {
      reportShape(document, document.root as object, section, `\`${section}\` must be a list`);
      return [];
    }
    return list.flatMap((written, index) => {
      const noun = section.slice(0, -1);
      if (isMapping(written)) return readEntry(document, written, noun, schema);
      reportShape(document, list, index, `a ${noun} must be a mapping`);
      return [];
    });
  }

  function readSettings(document: Document): Entry<SettingsSeed>[] {
    const written = fieldOf(document, "settings");
    if (written === undefined || written === null) return [];
    if (isMapping(written)) return readEntry(document, written, "mapping", SettingsSeedSchema);
    reportShape(document, document.root as object, "settings", "`settings` must be a mapping");
    return [];
  }

  function readEntry<Seed>(
    document: Document,
    written: object,
    noun: string,
    schema: v.GenericSchema<unknown, Seed>,
  ): Entry<Seed>[] {
    const result = v.safeParse(schema, written);
    if (result.success) return [{ seed: result.output, written, document }];
    for (const issue of result.issues) {
      explainIssue(document, schema, noun, issue).forEach(report);
    }
    for (const value of Object.values(written)) failed.add(value);
    return [];
  }

  function reportShape(
    document: Document,
    container: object,
    key: string | number,
    message: string,
  ) {
    const span = document.locate(container, key);
    report({ severity: "error", code: "wrong-type", message, span });
  }
}

function fieldOf({ root }: Document, field: string): unknown {
  return isMapping(root) && Object.hasOwn(root, field) ? root[field] : undefined;
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
