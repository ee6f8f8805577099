// What `pull` prints: what it wrote, what it could not write, and what the API does not show.
import type { Scope } from "../../../contract/formats.ts";
import { LIST_LIMIT } from "../../../contract/list.ts";
import { quote, type SeedFile } from "../../../seeds/diagnostics/diagnostic.ts";
import { shellWord } from "../../../shared/shell.ts";
import { DEFAULT_SEEDS } from "../../seeds-option.ts";
import { formatCount, formatTable } from "../../terminal.ts";
import type { Difference } from "./flatten.ts";
import type { Adapted } from "./seeds-from-responses.ts";

export interface Pulled {
  readonly baseUrl: string;
  /** The directory of the seeds. */
  readonly path: string;
  /** The key that the seeds have. */
  readonly key: string;
  readonly adapted: Adapted;
  readonly files: readonly SeedFile[];
}

const SHOWN = 10;

/** Formats the written files, and the next steps. */
export function formatPulled({ baseUrl, path, key, adapted, files }: Pulled): string {
  const seeds = path === DEFAULT_SEEDS ? "" : ` --seeds ${shellWord(path)}`;
  return [
    `Wrote ${files.length} files to ${path}`,
    ...formatTable(files.map((file) => [`  ${file.path}`, describeFile(file.path, adapted)])),
    "",
    ...describeAnswers(baseUrl, adapted),
    ...findGaps(adapted),
    "The API does not show prices, titles, other keys or rate limits. Add them where you need them.",
    "",
    `Serve the seeds:  merchant-sandbox serve${seeds}`,
    `Their key:        ${key}`,
    "",
  ].join("\n");
}

/** Formats the differences between the responses of the server and those of a sandbox of the seeds. */
export function explainDifferences(differences: readonly Difference[]): string {
  const say = (value: unknown) => (value === undefined ? "nothing" : quote(JSON.stringify(value)));
  const lines = differences.map(
    ({ path, theirs, ours }) =>
      `  ${quote(path)}: the server returns ${say(theirs)}, the seeds ${say(ours)}`,
  );
  const more = lines.length > SHOWN ? [`  and ${lines.length - SHOWN} more`] : [];
  return [
    "Seeds cannot return the same responses as the server. Nothing was written.",
    ...lines.slice(0, SHOWN),
    ...more,
  ].join("\n");
}

/** Formats which orders were left out of the seeds. */
export function explainLeftOut(leftOut: readonly number[]): string {
  const places = leftOut.slice(0, SHOWN).map((index) => `orders[${index}]`);
  const more = leftOut.length > SHOWN ? [`${leftOut.length - SHOWN} more`] : [];
  return [
    `Left out ${formatCount(leftOut.length, "orders")}: ${[...places, ...more].join(", ")}.`,
    "  The server lists orders of products that it does not list. Seeds list every product.",
  ].join("\n");
}

function describeAnswers(baseUrl: string, { notes, leftOut }: Adapted): string[] {
  const left = leftOut.length === 0 ? [] : [`${formatCount(leftOut.length, "orders")} left out.`];
  const exceptions = [...left, ...notes].map((note) => `  ${note}`);
  const same = `A sandbox of these seeds returns the same responses as ${baseUrl}`;
  return [exceptions.length === 0 ? `${same}.` : `${same}, except:`, ...exceptions];
}

function describeFile(path: string, { answers, unlisted, listOrder }: Adapted): string {
  const { products = [], orders = [] } = answers;
  switch (path) {
    case "merchants.yaml":
      return "the merchant; its name is not known";
    case "keys.yaml":
      return "a key with the same scopes as yours";
    case "products.yaml":
      return describeList(products.length, "products");
    case "unlisted-products.yaml":
      return `${formatCount(unlisted.length, "products")} that only orders name; their codes are made up`;
    case "orders.yaml":
      return describeList(orders.length, "orders");
    case "settings.yaml":
      return `orders are listed ${listOrder} first`;
    default:
      return "the JSON Schema for editors";
  }
}

function describeList(count: number, names: string): string {
  const cut =
    count === LIST_LIMIT ? `; there may be more, because a list ends at ${LIST_LIMIT}` : "";
  return formatCount(count, names) + cut;
}

function findGaps({ answers: { products, orders } }: Adapted): string[] {
  return [
    ...describeGap("products", products, "catalog:read"),
    ...describeGap("orders", orders, "orders:read"),
  ];
}

function describeGap(names: string, list: readonly unknown[] | undefined, scope: Scope): string[] {
  if (list === undefined) {
    return [`The ${names} were not pulled: the key has no scope ${scope}. Use a key that has it.`];
  }
  return list.length === 0 ? [`There are no ${names}.`] : [];
}
