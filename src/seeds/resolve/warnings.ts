// Warnings of entries that are valid but look wrong. They are still served.
import { STATES, STATUSES } from "../../model/schema.ts";
import type { FaultRule } from "../../model/state.ts";
import { closestMatch } from "../../shared/closest-match.ts";
import { isCurrency, listCurrencies } from "../../shared/currencies.ts";
import { compareInstants, formatInstant, type Instant, instantAt } from "../../shared/times.ts";
import { type Diagnostic, type DiagnosticCode, quote } from "../diagnostics/diagnostic.ts";
import { type Entry, locateField, whereIs } from "../read/entries.ts";
import type { Warnings } from "./diagnosing.ts";
import type { Layer } from "./layer.ts";

/** Creates the warnings of entries; `now` is the time in their world in Unix milliseconds. */
export function createWarnings(now: number, report: (diagnostic: Diagnostic) => void): Warnings {
  const present: Instant = { ms: now, fraction: "" };

  return {
    ofKey(entry, { expiresAt }) {
      // Why: a time relative to `now` is in the past on purpose; a date may have passed unnoticed.
      if (expiresAt === undefined || expiresAt.relative || expiresAt.ms > now) return;
      warn(entry, "expiresAt", "expired-key", "this key has already expired");
    },

    ofProduct(entry, { status, currency }) {
      warnOfWord(entry, "status", status, STATUSES);
      warnOfCurrency(entry, currency);
    },

    ofOrder(entry, { state, currency, amountMinor, refundedMinor, createdAt }) {
      const { series } = entry;
      const repeat = series?.entry.seed.repeat;
      // Why: what all orders of a series have in common is reported once, at the first.
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
    const message = `${quote(word)} looks like a typo of ${quote(near)}`;
    warn(entry, field, "possible-typo", message, `Did you mean \`${near}\`?`);
  }

  function warnOfCurrency(entry: Entry<unknown>, currency: string) {
    if (isCurrency(currency)) return;
    const message = `${quote(currency)} is not an ISO 4217 currency code`;
    const near = closestMatch(currency.trim(), listCurrencies(), 1);
    const hint = near && `Did you mean ${quote(near)}?`;
    warn(entry, "currency", "unknown-currency", message, hint);
  }

  function warn(...given: Parameters<typeof warningAt>) {
    report(warningAt(...given));
  }
}

/** Warns that seeds have no merchant, and so no key; `path` is that of their first file. */
export function findMissing({ merchants }: Layer, path: string): Diagnostic[] {
  if (merchants.length > 0) return [];
  const warning = {
    severity: "warning",
    span: { file: { path, text: "" }, start: 0, end: 0 },
  } as const;
  return [
    {
      ...warning,
      code: "no-merchant",
      message: "these seeds have no merchant",
      hint: "Add `merchants: [{slug: acme}]`.",
    },
    {
      ...warning,
      code: "no-key",
      message: "these seeds have no key, so every request gets 401",
      hint: "Add `keys: [{key: mst_acme_full, merchant: acme}]`.",
    },
  ];
}

/** Finds what looks wrong only in the whole of a layer, which must have no errors. */
export function findOddities(layer: Layer): Diagnostic[] {
  return [...findKeylessMerchants(layer), ...findUnreachedFaults(layer)];
}

/** Finds the merchants without a key. */
function findKeylessMerchants({ keys, source }: Layer): Diagnostic[] {
  const holders = new Set(Array.from(keys.values(), ({ merchant }) => merchant.slug));
  return source.merchants.flatMap(({ entry }) => {
    const { slug } = entry.seed;
    if (holders.has(slug)) return [];
    const message = `merchant ${quote(slug)} has no key, so no request can reach it`;
    const hint = `Add \`{key: mst_${slug}_full, merchant: ${slug}}\` to \`keys\`.`;
    return [warningAt(entry, "slug", "keyless-merchant", message, hint)];
  });
}

/** Finds the faults that never apply, because an earlier one hits all their requests. */
function findUnreachedFaults({ source: { faults } }: Layer): Diagnostic[] {
  const hitsAll = ({ after, times, probability }: FaultRule) =>
    after === 0 && times === Number.POSITIVE_INFINITY && probability === 1;
  const covers = (all: FaultRule, rule: FaultRule) =>
    (["endpoint", "key", "merchant"] as const).every(
      (field) => all[field] === undefined || all[field] === rule[field],
    );
  return faults.flatMap(({ entry, thing }, index) => {
    const first = faults
      .slice(0, index)
      .find((other) => thing && other.thing && hitsAll(other.thing) && covers(other.thing, thing));
    if (first === undefined) return [];
    const message = `this fault never applies: the one ${whereIs(first.entry)} already hits every request`;
    const hint = "Put this one first: only the first fault that hits a request is applied.";
    return [warningAt(entry, undefined, "unreached-fault", message, hint)];
  });
}

function warningAt(
  entry: Entry<unknown>,
  field: string | undefined,
  code: DiagnosticCode,
  message: string,
  hint?: string,
): Diagnostic {
  return { severity: "warning", code, message, hint, span: locateField(entry, field) };
}

// Why: compared as text, because amounts may have more digits than a number holds.
function isMore(a: string, b: string): boolean {
  if (!/^\d+$/.test(a) || !/^\d+$/.test(b)) return false;
  const [more, less] = [a.replace(/^0+/, ""), b.replace(/^0+/, "")];
  return more.length === less.length ? more > less : more.length > less.length;
}
