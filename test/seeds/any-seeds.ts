// Seeds of any kind that load, for properties: every field, with odd texts, repeated orders, faults, a
// scenario that changes, removes and adds, and settings from the command line.
import fc from "fast-check";
import { NOW } from "./load.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A base, a scenario called `other` that lies over it, and what the command line says. */
export interface AnySeeds {
  readonly texts: Readonly<Record<string, string>>;
  readonly overrides: Parameters<typeof import("./load.ts").load>[1];
}

const BITS = [
  ..."a|Z|é|ß|東|📚|e\u0301| |  |\t|\n|\r|\r\n|:|: |a:b|,|#| #|'|\"|\\|/|-|- |?|!|&|*|{|}|[|]|%|@|`".split(
    "|",
  ),
  ..."<<|~|=|.|0|7|1e9|0x1F|.nan|{n|n}|\0|\x07|\x1b|\x7f|\x85|\xa0|\u200b|\u2028|\u2029|\u202e".split(
    "|",
  ),
  ..."|,>,\ufeff,\ufffd,\ufffe,\uffff,\ud800,\udc00,---,...".split(","),
];
const WORDS = [
  ..."null,Null,NULL,~,true,True,false,yes,No,on,OFF,y,N,now,now-3d,now+1h30m,nowhere,.inf,-.INF".split(
    ",",
  ),
  ..."0,-1,+1,007,1.50,.5,1e3,1E-7,0o17,0x1F,0b11,1_000,12:30:45,190:20:30,1h30m,90d,=,<<".split(
    ",",
  ),
  ..."2026-10-17,2026-10-17T09:00:00Z,3f2b8c1e-5d64-4a0b-9c0e-7f1d2a3b4c5d,!!str a,%YAML,- a,? a".split(
    ",",
  ),
];

/** A text that is not empty, and hard to write so that it is read as it was. */
export const oddText = fc
  .oneof(
    fc.constantFrom(...WORDS),
    fc.array(fc.constantFrom(...BITS), { minLength: 1, maxLength: 6 }).map((bits) => bits.join("")),
    fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
    fc.string({ minLength: 1, maxLength: 12 }),
  )
  .filter((text) => text !== "" && !text.includes("{n}"));

/** A code that is as odd; control characters and half surrogate pairs can't stand in the address of a page. */
export const oddCode = oddText.map((text) => text.replace(/[\p{Cc}\p{Cs}]/gu, "") || "x");
const uuid = fc.uuid().map((id) => `${id.slice(0, -4)}beef`);
const digits = fc.stringMatching(/^\d{1,40}$/);
const duration = fc.constantFrom("1ms", "999ms", "1s", "90m", "1h30m", "36h", "1d", "2w", "1500ms");
const relative = fc.tuple(fc.constantFrom("now-", "now+"), duration).map((parts) => parts.join(""));
const absolute = fc
  .tuple(
    fc.integer({ min: -1e13, max: 1e13 }),
    fc.constantFrom("", ".0", ".5", ".000", ".25", ".123", ".1239", ".000000001", ".999999999"),
    fc.constantFrom("Z", "+02:00", "-23:59"),
  )
  .map(([ms, fraction, zone]) => new Date(NOW + ms).toISOString().slice(0, 19) + fraction + zone);
const time = fc.oneof(fc.constant("now"), relative, absolute);
const limit = fc.record({
  refillPerSecond: fc.constantFrom(1, 0.1, 50, 1e-6, 1e9, 0.30000000000000004),
  capacity: fc.integer({ min: 1, max: 3 }),
});
const scopes = fc.shuffledSubarray(["catalog:read", "orders:read", "checkout:links"]);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const among = <Value>(names: readonly Value[]) => fc.constantFrom(...names);

// Why: without those that have responses differ from one request to the next, or from the OpenAPI document.
const settings = fc.record({
  clock: maybe(fc.record({ now: maybe(time), frozen: maybe(fc.boolean()) })),
  rateLimit: maybe(fc.oneof(fc.constant("off"), limit)),
  rateLimitHeaders: maybe(among(["none", "draft"])),
  listOrder: maybe(among(["newest", "oldest", "shuffled"])),
  errorBody: maybe(among(["json", "problem", "empty", "html"])),
  unknownQuery: maybe(among(["ignore", "reject"])),
  jsonForm: maybe(among(["compact", "spaced", "reordered", "escaped"])),
  uuidCase: maybe(among(["lower", "upper"])),
  timeDigits: maybe(among([0, 3, 6, 9])),
  keepAlive: maybe(among([true, false])),
  headerCase: maybe(among(["usual", "lower"])),
});

const merchantFields = {
  name: maybe(oddText),
  id: maybe(uuid),
  sandboxAccess: maybe(fc.boolean()),
};
const keyFields = {
  scopes: maybe(scopes),
  status: maybe(among(["active", "active", "revoked"])),
  expiresAt: maybe(time),
  sandboxAccess: maybe(fc.constantFrom(true, true, false)),
  rateLimit: maybe(limit),
};
const productFields = {
  id: maybe(uuid),
  status: maybe(fc.oneof(fc.constant("PUBLISHED"), oddText)),
  currency: fc.oneof(fc.constantFrom("EUR", "USD", "E{n}"), oddText),
  version: maybe(fc.maxSafeInteger()),
  title: maybe(oddText),
  priceMinor: maybe(digits),
};
const orderFields = {
  state: maybe(fc.oneof(fc.constantFrom("PAID", "REFUNDED"), oddText)),
  currency: maybe(fc.oneof(fc.constantFrom("EUR", "USD"), oddText)),
  amountMinor: digits,
  refundedMinor: maybe(fc.oneof(fc.constant("0"), digits)),
  createdAt: time,
};
const repeated = fc.record({
  state: maybe(oddText.map((text) => `${text}{n}`)),
  amountMinor: digits.map((text) => `{n}${text}{n}`),
  repeat: fc.record({ times: fc.integer({ min: 1, max: 60 }), every: duration }),
});
const naming = fc.constantFrom("none", "none", "ref", "id", "both");

const fault = (keys: readonly string[], owners: readonly string[]) =>
  fc
    .record({
      endpoint: maybe(among(["ping", "products", "orders", "checkout-links", "any"])),
      whose: fc.oneof(
        fc.constant({}),
        fc.record({ key: among(keys) }),
        fc.record({ merchant: among(owners) }),
      ),
      after: maybe(fc.integer({ min: 0, max: 3 })),
      times: maybe(fc.integer({ min: 1, max: 3 })),
      probability: maybe(fc.constantFrom(1, 0.5, 1e-7)),
      delay: maybe(fc.constantFrom("0s", "1ms", { min: "0ms", max: "2ms" })),
      what: fc.oneof(
        fc.record({ respond: fc.constantFrom(429, 500, 503) }),
        fc.record({ drop: fc.constantFrom("before", "midway") }),
      ),
    })
    .map(({ whose, what, ...rest }) => ({ ...rest, ...whose, ...what }));

const merchants = fc
  .array(fc.record(merchantFields), { minLength: 1, maxLength: 3 })
  .map((list) => list.map((fields, n) => ({ slug: `m${n}`, ...fields })));

const base = merchants.chain((owners) => {
  const owner = among(owners.flatMap(({ slug, id }) => [slug, id?.toUpperCase() ?? slug]));
  const keys = fc
    .array(fc.record({ merchant: owner, ...keyFields }), { minLength: 1, maxLength: 4 })
    .map((list) => list.map((fields, n) => ({ key: `{mst}:"#'${n}`, ...fields })));
  const products = fc
    .array(fc.record({ code: oddCode, merchant: owner, ...productFields }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((list) => list.map(({ code, ...rest }, n) => ({ publicCode: `${code}${n}`, ...rest })));
  return fc.tuple(keys, products).chain(([heldKeys, shelf]) =>
    fc.record({
      merchants: fc.constant(owners),
      keys: fc.constant(heldKeys),
      products: fc.constant(shelf),
      orders: orders(
        shelf.flatMap(({ publicCode, id }) => [publicCode, id ?? publicCode]),
        "base",
      ),
      faults: fc.array(
        fault(
          heldKeys.map(({ key }) => key),
          owners.map(({ slug }) => slug),
        ),
        { maxLength: 3 },
      ),
      settings,
    }),
  );
});

function orders(products: readonly string[], prefix: string): fc.Arbitrary<Fields[]> {
  const order = fc.record({
    product: among(products),
    naming,
    id: uuid,
    ref: oddText,
    fields: fc.record(orderFields),
    repeated: maybe(repeated),
  });
  return fc.array(order, { maxLength: 8 }).map((list) =>
    list.map(({ product, naming: named, id, ref, fields, repeated: many }, n) => ({
      product,
      ...fields,
      ...(many ?? {}),
      ...((named === "id" || named === "both") && { id, ...(many && { repeat: undefined }) }),
      ...((named === "ref" || named === "both") && {
        ref: `${prefix}${n}${ref}${many && named === "ref" ? "{n}" : ""}`,
      }),
      // Why: what has an id is a single order, in whose texts `{n}` has no meaning.
      ...((named === "id" || named === "both") && fields),
    })),
  );
}

const change = (name: string, fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) => {
  const changed = fc.record(fields, { requiredKeys: [] });
  return (list: readonly Fields[]): fc.Arbitrary<Fields[]> =>
    fc
      .subarray([...list])
      .chain((some) =>
        fc.tuple(
          ...some.map((entry) =>
            fc
              .oneof(fc.constant({ remove: true }), changed)
              .map((what): Fields => ({ [name]: entry[name], ...what })),
          ),
        ),
      );
};

// Why: an order may refer to a product by its id, which therefore stays.
const { id: _kept, ...productChanges } = productFields;
const changeKeys = change("key", keyFields);
const changeProducts = change("publicCode", productChanges);
const changeOrders = change("ref", { amountMinor: digits, createdAt: time });

/** Any seeds that load. */
export const anySeeds: fc.Arbitrary<AnySeeds> = base.chain((files) =>
  fc
    .record({
      keys: changeKeys(files.keys),
      products: changeProducts(files.products),
      named: changeOrders(files.orders.filter(({ ref }) => ref !== undefined)),
      added: orders(
        files.products.map(({ publicCode }) => publicCode),
        "other",
      ),
      settings,
      overrides: fc.record(
        {
          now: fc.constantFrom(0, NOW, NOW + 86_400_123),
          frozen: fc.boolean(),
          rateLimit: fc.oneof(fc.constant<"off">("off"), limit),
        },
        { requiredKeys: [] },
      ),
    })
    .map(({ keys, products, named, added, settings: others, overrides }) => {
      const gone = new Set(
        products.filter(({ remove }) => remove === true).map(({ publicCode }) => publicCode),
      );
      const scenario = {
        keys,
        products,
        orders: [...named, ...added.filter(({ product }) => !gone.has(product))],
        settings: others,
      };
      return {
        texts: { "seeds.yaml": toAscii(files), "scenarios/other.yaml": toAscii(scenario) },
        overrides,
      };
    }),
);

// Why: JSON is YAML; what YAML wants escaped and JSON does not is escaped here.
function toAscii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
