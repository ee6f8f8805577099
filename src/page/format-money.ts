// Money as people read it, from digits to digits: no number type holds amounts of any length. Written
// without `Intl`, whose runtimes know other currencies and other decimals (a rial has none in Node and two
// in Bun), and whose amounts end at 300 digits.

/** How many decimals the currencies of ISO 4217 have. */
const DECIMALS: Readonly<Record<string, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2:
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD " +
    "CAD CDF CHE CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL " +
    "GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD " +
    "LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN " +
    "PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB " +
    "TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

// Why: these four mean one currency to everybody; a `$` of Canada's would not.
const SYMBOLS: Readonly<Record<string, string>> = { EUR: "€", GBP: "£", JPY: "¥", USD: "$" };

const NO_BREAK_SPACE = "\u00a0";

/** Formats an amount in minor units, like `€49.00`; where decimals are unknown, as what it is. */
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

/** How many decimals a currency has; undefined where ISO 4217 tells of none. */
export function decimalsOf(currency: string): number | undefined {
  const row = Object.entries(DECIMALS).find(([, codes]) => codes.split(" ").includes(currency));
  return row && Number(row[0]);
}

function group(digits: string): string {
  const first = digits.length % 3 || 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(",");
}
