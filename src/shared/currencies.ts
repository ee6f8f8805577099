// The currencies of ISO 4217, the same on every runtime. `Intl` differs between runtimes in currencies and
// decimals.

/** The codes by their number of decimals. */
const CODES: Readonly<Record<string, string>> = {
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

/** Metals, units of account and test codes, for which ISO 4217 defines no decimals. */
const WITHOUT_DECIMALS = "XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX";

/** The number of decimals of a currency; undefined if ISO 4217 defines none. */
export function decimalsOf(currency: string): number | undefined {
  const [decimals] = Object.entries(CODES).find(([, codes]) => holds(codes, currency)) ?? [];
  return decimals === undefined ? undefined : Number(decimals);
}

/** Lists all codes. */
export function listCurrencies(): string[] {
  return [...Object.values(CODES), WITHOUT_DECIMALS].join(" ").split(" ");
}

/** Whether a code is an ISO 4217 currency code. */
export function isCurrency(code: string): boolean {
  return holds(WITHOUT_DECIMALS, code) || decimalsOf(code) !== undefined;
}

// Why: a search in the text, because building an index would slow down every start.
function holds(codes: string, code: string): boolean {
  return /^[A-Z]{3}$/.test(code) && codes.includes(code);
}
