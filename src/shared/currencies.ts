// The currencies of ISO 4217, the same on every runtime: the `Intl` of each runtime knows other ones, with
// other decimals.

/** The codes by how many decimals they have. */
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

/** Metals, units of account and codes for tests, of which it tells no decimals. */
const WITHOUT_DECIMALS = "XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX";

/** How many decimals a currency has; undefined where ISO 4217 tells of none. */
export function decimalsOf(currency: string): number | undefined {
  const [decimals] = Object.entries(CODES).find(([, codes]) => holds(codes, currency)) ?? [];
  return decimals === undefined ? undefined : Number(decimals);
}

/** Tells whether a code is one of ISO 4217. */
export function isCurrency(code: string): boolean {
  return holds(WITHOUT_DECIMALS, code) || decimalsOf(code) !== undefined;
}

// Why: searched as they are written, for a start would wait for an index that few look into.
function holds(codes: string, code: string): boolean {
  return /^[A-Z]{3}$/.test(code) && codes.includes(code);
}
