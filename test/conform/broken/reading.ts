// Mistakes in what ping and the lists return.
import {
  type Broken,
  editing,
  editingEach,
  type Fields,
  heading,
  isFor,
  KEYS,
  swapping,
  withKey,
  without,
} from "./broken.ts";

const SCOPES_CHECKS = ["ping-scopes-full", "ping-scopes-read-only", "ping-scopes-links-only"];

const pinging = (fields: Fields) => editing("ping", (ping) => ({ ...ping, ...fields }));

const BROKEN_PINGS: readonly Broken[] = [
  {
    name: "adds a field to ping",
    fails: ["ping-fields"],
    server: () => pinging({ plan: "free" }),
  },
  {
    name: "leaves merchantId out of ping",
    fails: ["ping-fields", "ping-other-merchant"],
    server: () => editing("ping", without("merchantId")),
  },
  {
    name: "tells a merchantId that is no UUID",
    fails: ["ping-fields"],
    server: () => editing("ping", (ping) => ({ ...ping, merchantId: `m-${ping.merchantId}` })),
  },
  {
    name: "tells every key the same merchantId",
    fails: ["ping-other-merchant"],
    server: () => pinging({ merchantId: "0b5e0000-0000-4000-8000-000000000000" }),
  },
  {
    name: "tells the environment LIVE",
    fails: ["ping-fields", "ping-environment"],
    server: () => pinging({ environment: "LIVE" }),
  },
  {
    name: "says that live access is enabled",
    fails: ["ping-fields", "ping-live-disabled"],
    server: () => pinging({ liveEnabled: true }),
  },
  {
    name: "writes liveEnabled as text",
    fails: ["ping-fields", "ping-live-disabled"],
    server: () => pinging({ liveEnabled: "false" }),
  },
  {
    name: "writes scopes as one text",
    fails: ["ping-fields", ...SCOPES_CHECKS],
    server: () => editing("ping", (ping) => ({ ...ping, scopes: `${ping.scopes}` })),
  },
  {
    name: "tells every key that it holds all scopes",
    fails: ["ping-scopes-read-only", "ping-scopes-links-only"],
    server: () => pinging({ scopes: ["catalog:read", "orders:read", "checkout:links"] }),
  },
  {
    name: "tells no key of its scopes",
    fails: SCOPES_CHECKS,
    server: () => pinging({ scopes: [] }),
  },
  {
    name: "wants a scope of ping",
    fails: ["ping-scopes-links-only"],
    server: () => async (request, real) => {
      const lists = await real(new Request(request.url.replace("ping", "products"), request));
      return isFor(request, "ping") && lists.status === 403 ? lists : real(request);
    },
  },
  {
    name: "answers ping as text",
    fails: ["ping-answers"],
    server: () => heading("ping", "content-type", "text/plain"),
  },
  {
    name: "answers 202 to ping",
    fails: ["ping-answers", ...SCOPES_CHECKS],
    server: () => swapping(200, 202, "ping"),
  },
];

const BROKEN_LISTS = (["products", "orders"] as const).flatMap((list): Broken[] => [
  {
    name: `wraps ${list} in an object`,
    fails: [`${list}-answer`],
    server: () => editing(list, (items) => ({ items, next: null })),
  },
  {
    name: `answers 206 to ${list}`,
    fails: [`${list}-answer`, `200-${list}-reading-scopes`],
    server: () => swapping(200, 206, list),
  },
  {
    name: `answers ${list} as a page`,
    fails: [`${list}-answer`],
    server: () => heading(list, "content-type", "text/html"),
  },
  {
    name: `lists 51 ${list}`,
    fails: [`${list}-at-most-fifty`],
    server: () =>
      editing<Fields[]>(list, (items) => {
        const more = () => ({ ...items.at(-1), id: crypto.randomUUID() });
        return [...items, ...Array.from({ length: 51 - items.length }, more)];
      }),
  },
  {
    name: `adds a field to ${list}`,
    fails: [`${list}-fields`],
    server: () => editingEach(list, (item) => ({ ...item, title: "A World Atlas" })),
  },
  {
    name: `leaves the currency out of ${list}`,
    fails: [`${list}-fields`],
    server: () => editingEach(list, without("currency")),
  },
  {
    name: `leaves the id out of ${list}`,
    fails: [`${list}-fields`],
    server: () => editingEach(list, without("id")),
  },
  {
    name: `has an id in ${list} that is no UUID`,
    fails: [`${list}-fields`],
    server: () =>
      editing<Fields[]>(list, (items) => [
        ...items,
        { ...items.at(-1), id: `_${items.at(-1)?.id}` },
      ]),
  },
  {
    name: `lists ${list} twice`,
    fails: [`${list}-distinct`],
    server: () => editing<Fields[]>(list, (items) => [...items, ...items]),
  },
  {
    name: `lists ${list} of every merchant`,
    fails: [`${list}-owned`],
    server: () => async (request, real) => {
      const own = await real(request);
      if (!isFor(request, list) || !own.ok) return own;
      const keys = [KEYS.full, KEYS.otherMerchant];
      const all = await Promise.all(
        keys.map(async (key) => (await real(withKey(request, key))).json()),
      );
      return Response.json(all.flat());
    },
  },
]);

const BROKEN_PRODUCTS: readonly Broken[] = [
  {
    name: "writes versions as text",
    fails: ["products-fields"],
    server: () => editingEach("products", (each) => ({ ...each, version: `${each.version}` })),
  },
  {
    name: "counts versions in halves",
    fails: ["products-fields"],
    server: () => editingEach("products", (each) => ({ ...each, version: 1.5 })),
  },
  {
    name: "counts versions beyond what a number holds",
    fails: ["products-fields"],
    server: () => editingEach("products", (each) => ({ ...each, version: 2 ** 53 })),
  },
  {
    name: "has no currency for some products",
    fails: ["products-fields"],
    server: () => editingEach("products", (each) => ({ ...each, currency: null })),
  },
];

const ordering = (fields: Fields) => editingEach("orders", (each) => ({ ...each, ...fields }));

const BROKEN_ORDERS: readonly Broken[] = [
  {
    name: "writes amounts as numbers",
    fails: ["orders-fields", "orders-amounts"],
    server: () => ordering({ amountMinor: 4900 }),
  },
  {
    name: "writes amounts with a point",
    fails: ["orders-fields", "orders-amounts"],
    server: () => ordering({ amountMinor: "49.00" }),
  },
  {
    name: "writes refunds as numbers with a fraction",
    fails: ["orders-fields", "orders-amounts"],
    server: () => ordering({ refundedMinor: 0.5 }),
  },
  {
    name: "writes refunds below zero",
    fails: ["orders-fields", "orders-amounts"],
    server: () => ordering({ refundedMinor: "-20" }),
  },
  {
    name: "answers null where nothing was refunded",
    fails: ["orders-fields", "orders-amounts"],
    server: () => ordering({ refundedMinor: null }),
  },
  {
    name: "writes times without Z",
    fails: ["orders-fields", "orders-times"],
    server: () => ordering({ createdAt: "2026-10-17T09:00:00.000" }),
  },
  {
    name: "writes times with an offset",
    fails: ["orders-fields", "orders-times"],
    server: () => ordering({ createdAt: "2026-10-17T11:00:00+02:00" }),
  },
  {
    name: "writes times with a blank for T",
    fails: ["orders-fields", "orders-times"],
    server: () => ordering({ createdAt: "2026-10-17 09:00:00Z" }),
  },
  {
    name: "writes times as numbers",
    fails: ["orders-fields", "orders-times"],
    server: () => ordering({ createdAt: 1_792_227_600_000 }),
  },
  {
    name: "takes orders on 31 February",
    fails: ["orders-times"],
    server: () => ordering({ createdAt: "2026-02-31T09:00:00Z" }),
  },
  {
    name: "names the product of an order by its code",
    fails: ["orders-fields"],
    server: () => ordering({ productId: "ATLAS-1" }),
  },
];

export const BROKEN_READS: readonly Broken[] = [
  ...BROKEN_PINGS,
  ...BROKEN_LISTS,
  ...BROKEN_PRODUCTS,
  ...BROKEN_ORDERS,
];
