// Parsed files → lists of typed entries. Each entry is checked separately, so that one mistake does not hide another.
// An entry with a mistake is reported and left out.
import * as v from "valibot";
import {
  CHANGES,
  COLLECTIONS,
  type FileHead,
  FileHeadSchema,
  type ScenarioHead,
  ScenarioHeadSchema,
} from "../../model/schema.ts";
import { type SettingsSeed, SettingsSeedSchema } from "../../model/settings-schema.ts";
import { placeOf } from "../../shared/lines.ts";
import { isMapping, type Mapping } from "../../shared/mapping.ts";
import { type Diagnostic, errorAt, type Span } from "../diagnostics/diagnostic.ts";
import { describe, explainIssue, explainUnknownFields } from "../diagnostics/explain.ts";
import type { Reports } from "../diagnostics/reports.ts";
import { suggestEntry, suggestList } from "../diagnostics/suggestions.ts";
import type { Document } from "./document.ts";
import {
  type ApiKeySeed,
  type Entries,
  type Entry,
  locateName,
  type RejectedEntry,
  type Scenario,
} from "./entries.ts";
import { createFailures, type Failures } from "./failures.ts";

/** What failed its schema. */
export interface Gaps {
  readonly failures: Failures;
  readonly rejected: readonly RejectedEntry[];
}

export interface CollectedBase extends Gaps {
  readonly entries: Entries;
}

/** A scenario while it is being read. */
export interface Draft extends Gaps, Scenario {
  readonly document: Document;
}

const SECTIONS = [...Object.keys(COLLECTIONS), "settings"];
const FILE_HEAD = Object.keys(FileHeadSchema.entries);
const HEAD = Object.keys(ScenarioHeadSchema.entries);

/** Collects the entries of the base's files, in the order of the files. */
export function collectBase(documents: readonly Document[], reports: Reports): CollectedBase {
  const { readFile, readApiKey, readList, readSettings, ...gaps } = createReader(
    documents,
    reports,
  );
  const files = documents.flatMap((document) => readFile(document, [...FILE_HEAD, ...SECTIONS]));
  const apiKeys = files.flatMap(readApiKey);
  const settings = files.flatMap(readSettings);
  findRepeated([...apiKeys, ...settings]).forEach(reports.report);
  const [apiKey] = apiKeys;
  return {
    entries: {
      ...(apiKey && { apiKey }),
      merchants: files.flatMap((file) => readList(file, "merchants", COLLECTIONS.merchants)),
      keys: files.flatMap((file) => readList(file, "keys", COLLECTIONS.keys)),
      products: files.flatMap((file) => readList(file, "products", COLLECTIONS.products)),
      orders: files.flatMap((file) => readList(file, "orders", COLLECTIONS.orders)),
      faults: files.flatMap((file) => readList(file, "faults", COLLECTIONS.faults)),
      settings,
    },
    ...gaps,
  };
}

/** Collects what one scenario's file says. */
export function collectScenario(document: Document, reports: Reports): Draft {
  const { readFile, readHead, readApiKey, readList, readSettings, ...gaps } = createReader(
    [document],
    reports,
  );
  const [file = { document, root: {} }] = readFile(document, [...HEAD, ...SECTIONS]);
  const [apiKey] = readApiKey(file);
  return {
    name: document.file.scenario ?? "",
    ...readHead(file),
    document,
    changes: {
      ...(apiKey && { apiKey }),
      merchants: readList(file, "merchants", CHANGES.merchants),
      keys: readList(file, "keys", CHANGES.keys),
      products: readList(file, "products", CHANGES.products),
      orders: readList(file, "orders", CHANGES.orders),
      ...("faults" in file.root && { faults: readList(file, "faults", CHANGES.faults) }),
      settings: readSettings(file),
    },
    ...gaps,
  };
}

/** Finds the fields that two files give, of those that may be given once. */
function findRepeated(entries: readonly Entry<object>[]): Diagnostic[] {
  const owners = new Map<string, Entry<object>>();
  return entries.flatMap((entry) =>
    Object.keys(entry.seed).flatMap((field) => {
      const first = owners.get(field);
      owners.set(field, entry);
      if (first === undefined) return [];
      const { file, start } = locateName(first, field);
      const origin = `${file.path}:${placeOf(file.text, start).line}`;
      const message = `duplicate \`${field}\`: already given at ${origin}`;
      return [errorAt(locateName(entry, field), "duplicate-name", message)];
    }),
  );
}

const whereabouts = (document: Document, written: Mapping) => ({
  path: document.maker ?? document.file.path,
  line: document.lineOf(written),
  place: { document, written },
});

interface MappingFile {
  readonly document: Document;
  readonly root: Mapping;
}

function createReader(documents: readonly Document[], reports: Reports) {
  const { report, countError } = reports;
  const failures = createFailures();
  const rejected: RejectedEntry[] = [];
  if (documents.some(({ broken }) => broken)) failures.addUnknown();
  return { readFile, readHead, readApiKey, readList, readSettings, failures, rejected };

  function readFile(document: Document, sections: readonly string[]): MappingFile[] {
    const { root } = document;
    if (isMapping(root)) {
      const unknown = explainUnknownFields(document, root, sections);
      unknown.forEach(report);
      if (unknown.length > 0) failures.addUnknown();
      return [{ document, root }];
    }
    const must = `a seed file must be a mapping of ${sections.join(", ")}`;
    if (root !== null) reject(root, document.locate(), must);
    return [];
  }

  function readApiKey(file: MappingFile): Entry<ApiKeySeed>[] {
    const { apiKey } = readHeadField(file, v.object(FileHeadSchema.entries)) ?? {};
    return apiKey === undefined
      ? []
      : [{ seed: { apiKey }, ...whereabouts(file.document, file.root) }];
  }

  function readHead(file: MappingFile): Omit<ScenarioHead, keyof FileHead> {
    const { description, extends: parent } = ScenarioHeadSchema.entries;
    const extending = readHeadField(file, v.object({ extends: parent }));
    if (extending === undefined) failures.addUnknown();
    return { ...readHeadField(file, v.object({ description })), ...extending };
  }

  function readHeadField<Head>({ document, root }: MappingFile, schema: v.GenericSchema<Head>) {
    const result = v.safeParse(schema, root, { abortPipeEarly: true });
    if (result.success) return result.output;
    for (const issue of result.issues) {
      explainIssue(document, schema, "scenario", issue).forEach(report);
    }
    return undefined;
  }

  function readList<Seed>(
    { document, root }: MappingFile,
    section: string,
    schema: v.GenericSchema<Seed>,
  ): Entry<Seed>[] {
    const list = root[section] ?? [];
    if (!Array.isArray(list)) {
      const span = document.locate(root, section);
      reject(list, span, `\`${section}\` must be a list`, suggestList(list));
      return [];
    }
    return list.flatMap((written, index) => {
      if (isMapping(written)) return readEntry(document, written, section, schema);
      const must = `an entry of \`${section}\` must be a mapping`;
      reject(written, document.locate(list, index), must, suggestEntry(written));
      return [];
    });
  }

  function readSettings({ document, root }: MappingFile): Entry<SettingsSeed>[] {
    const written = root.settings ?? undefined;
    if (written === undefined) return [];
    // Why: Valibot takes an empty list for a mapping without fields.
    if (isMapping(written) && Array.isArray(written.clock)) {
      reject(written.clock, document.locate(written, "clock"), "`clock` must be a mapping");
      return [];
    }
    if (isMapping(written)) return readEntry(document, written, "settings", SettingsSeedSchema);
    const span = document.locate(root, "settings");
    reject(written, span, "`settings` must be a mapping", "Write its fields without a dash.");
    return [];
  }

  function readEntry<Seed>(
    document: Document,
    written: Mapping,
    section: string,
    schema: v.GenericSchema<Seed>,
  ): Entry<Seed>[] {
    const place = whereabouts(document, written);
    // Why: checked, not copied, because the schemas do not change valid values.
    if (v.is(schema, written)) return [{ seed: written, ...place }];
    failures.add(section, written);
    const isCounted = countError(document.file, () => document.locate(written));
    if (!isCounted) explainEntry(document, written, section, schema);
    rejected.push({ section, seed: written, ...place });
    return [];
  }

  function explainEntry(
    document: Document,
    written: Mapping,
    section: string,
    schema: v.GenericSchema,
  ) {
    const { issues = [] } = v.safeParse(schema, written, { abortPipeEarly: true });
    for (const issue of issues) {
      explainIssue(document, schema, section.slice(0, -1), issue).forEach(report);
    }
  }

  function reject(value: unknown, span: Span, must: string, hint?: string) {
    report(errorAt(span, "wrong-type", `${must}, found ${describe(value, span)}`, hint));
    failures.addUnknown();
  }
}
