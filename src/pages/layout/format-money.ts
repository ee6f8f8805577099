// Formats money. It works on digits as text, because amounts may be longer than number types and `Intl` support.
import { decimalsOf } from "../../shared/currencies.ts";

// Why: only these four symbols are unambiguous. `$` also stands for the Canadian dollar, so that is written as CAD.
const SYMBOLS: Readonly<Record<string, string>> = { EUR: "€", GBP: "£", JPY: "¥", USD: "$" };

const NO_BREAK_SPACE = "\u00a0";

/** Formats an amount in minor units, like `€49.00`. If the currency's decimals are unknown, it stays in minor units. */
export function formatMoney(amountMinor: string, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = amountMinor.replace(/^0+(?=\d)/, "");
  if (decimals === undefined) return `${group(digits)} minor units of ${currency}`;
  const padded = digits.padStart(decimals + 1, "0");
  const whole = padded.slice(0, padded.length - decimals);
  const fraction = padded.slice(padded.length - decimals);
  const symbol = SYMBOLS[currency] ?? `${currency}${NO_BREAK_SPACE}`;
  return `${symbol}${group(whole)}${decimals === 0 ? "" : `.${fraction}`}`;
}

function group(digits: string): string {
  const first = digits.length % 3 || 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(",");
}
