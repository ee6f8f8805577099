// What loads but is hardly meant: each a warning at its place, served all the same.
import { PUBLISHED } from "../../contract/products.ts";
import type { CatalogProduct, Key, OrderRecord } from "../../model/state.ts";
import { closestMatch } from "../../shared/closest-match.ts";
import { isCurrency } from "../../shared/currencies.ts";
import { compareInstants, formatInstant, type Instant, instantAt } from "../../shared/times.ts";
import { type Diagnostic, type DiagnosticCode, quote } from "../diagnostics/diagnostic.ts";
import type { KeySeed, OrderSeed, ProductSeed } from "../format/schema.ts";
import { type Entry, locateField } from "../read/entries.ts";
import type { Layer } from "./layer.ts";

export interface Warnings {
  ofKey(entry: Entry<KeySeed>, key: Key): void;
  ofProduct(entry: Entry<ProductSeed>, product: CatalogProduct): void;
  ofOrder(entry: Entry<OrderSeed>, order: Omit<OrderRecord, "id">): void;
}

// Contract: §3 names one status and one state; the others are the words that testers use most.
const STATUSES = [PUBLISHED, "UNPUBLISHED", "DRAFT", "ARCHIVED"];
const STATES = ["PAID", "PENDING", "FAILED", "CANCELLED", "REFUNDED", "PARTIALLY_REFUNDED"];

/** Makes the warnings of one load; `now` is its time in Unix milliseconds. */
export function createWarnings(now: number, report: (diagnostic: Diagnostic) => void): Warnings {
  const present: Instant = { ms: now, fraction: "" };

  return {
    ofKey(entry, { expiresAt }) {
      // Why: a time before `now` is written so on purpose; a date may have passed unnoticed.
      if (expiresAt === undefined || expiresAt.relative || expiresAt.ms > now) return;
      warn(entry, "expiresAt", "expired-key", "this key has expired already");
    },

    ofProduct(entry, { status, currency }) {
      warnOfWord(entry, "status", status, STATUSES);
      warnOfCurrency(entry, currency);
    },

    ofOrder(entry, { state, currency, amountMinor, refundedMinor, createdAt }) {
      const { series } = entry;
      const repeat = series?.entry.seed.repeat;
      // Why: what is the same in all orders of a series is reported once, with the first.
      const isFirst = (series?.delay ?? 0) === 0;
      if (isFirst) {
        warnOfWord(entry, "state", state, STATES);
        if (entry.seed.currency !== undefined) warnOfCurrency(entry, currency);
        if (isMore(refundedMinor, amountMinor)) {
          const message = `the refund of ${quote(refundedMinor)} is more than the amount of ${quote(amountMinor)}`;
          warn(entry, "refundedMinor", "excess-refund", message);
        }
      }
      const isLast =
        series === undefined || series.number === (repeat?.from ?? 1) + (repeat?.times ?? 1) - 1;
      const created = instantAt(createdAt, now);
      if (isLast && compareInstants(created, present) > 0) {
        const field = series ? "repeat" : "createdAt";
        const which = series ? "the last of these orders" : "this order";
        const message = `${which} is created in the future, at ${formatInstant(created)}`;
        warn(entry, field, "future-order", message);
      }
    },
  };

  function warnOfWord(
    entry: Entry<unknown>,
    field: string,
    word: string,
    known: readonly string[],
  ) {
    const near = known.includes(word) ? undefined : closestMatch(word, known, 1);
    if (near === undefined) return;
    const message = `${quote(word)} is one character away from ${near}`;
    warn(entry, field, "near-word", message, `Did you mean \`${near}\`?`);
  }

  function warnOfCurrency(entry: Entry<unknown>, currency: string) {
    if (isCurrency(currency)) return;
    const message = `${quote(currency)} is not a currency of ISO 4217`;
    warn(entry, "currency", "unknown-currency", message);
  }

  function warn(...given: Parameters<typeof warningAt>) {
    report(warningAt(...given));
  }
}

/** Finds the merchants that no key is for, among seeds without an error. */
export function findKeylessMerchants({ keys, source }: Layer): Diagnostic[] {
  const holders = new Set(Array.from(keys.values(), ({ merchant }) => merchant.slug));
  return source.merchants
    .filter(({ entry }) => !holders.has(entry.seed.slug))
    .map(({ entry }) => {
      const message = `merchant ${quote(entry.seed.slug)} has no key, so nobody can call for it`;
      return warningAt(entry, "slug", "keyless-merchant", message);
    });
}

function warningAt(
  entry: Entry<unknown>,
  field: string,
  code: DiagnosticCode,
  message: string,
  hint?: string,
): Diagnostic {
  return { severity: "warning", code, message, hint, span: locateField(entry, field) };
}

// Why: amounts may have more digits than a number holds; `{n}` stands for digits not known yet.
function isMore(a: string, b: string): boolean {
  if (!/^\d+$/.test(a) || !/^\d+$/.test(b)) return false;
  const [more, less] = [a.replace(/^0+/, ""), b.replace(/^0+/, "")];
  return more.length === less.length ? more > less : more.length > less.length;
}
