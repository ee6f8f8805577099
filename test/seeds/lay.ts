// Seeds with a little of everything, and scenarios laid over them.
import type { Merchant } from "../../src/model/state.ts";
import { loadAll, type Seen, see } from "./load.ts";

export const DAY = 86_400_000;
const ACME = "aaaaaaaa-0000-4000-8000-000000000001";
export const ATLAS = "a71a5000-0000-4000-8000-000000000001";
export const FIRST = "0de70000-0000-4000-8000-00000000000a";
/** Made from `acme` and `NOVEL-1`. */
export const NOVEL = "5cc08f32-88e2-5706-84b2-d7bfe1338867";

export const BASE = `
merchants:
  - { slug: acme, id: ${ACME.toUpperCase()}, name: Acme Books }
  - { slug: globex }
keys:
  - { key: mst_acme_full, merchant: acme, expiresAt: now+90d }
  - { key: mst_acme_by_id, merchant: ${ACME}, scopes: [] }
  - { key: mst_globex_full, merchant: globex }
products:
  - { publicCode: ATLAS-1, merchant: acme, id: ${ATLAS}, currency: EUR, version: 4 }
  - { publicCode: NOVEL-1, merchant: ${ACME.toUpperCase()}, currency: USD }
  - { publicCode: GLOBE-1, merchant: globex, currency: EUR }
orders:
  - { product: ATLAS-1, id: ${FIRST}, amountMinor: "1", createdAt: now-1d }
  - { product: ATLAS-1, ref: second, amountMinor: "2", createdAt: now-2d }
  - { product: ${ATLAS.toUpperCase()}, amountMinor: "3", createdAt: now-3d }
  - { product: NOVEL-1, ref: "novel-{n}", amountMinor: "4", createdAt: now-6d, repeat: { times: 2, every: 1d } }
  - { product: ${NOVEL}, amountMinor: "6", createdAt: now-7d }
  - { product: GLOBE-1, amountMinor: "7", createdAt: now-8d }
settings: { listOrder: newest, errorBody: html, clock: { now: now-1h, frozen: true } }
faults:
  - { key: mst_globex_full, respond: 500 }
  - { merchant: ${ACME.toUpperCase()}, respond: 502 }
  - { delay: 1s }
`;

/** Lays scenarios over the base; the last of them is the one that counts. */
export function lay(...texts: string[]): Seen {
  const scenarios = texts.map((text, n) => [`scenarios/s${n}.yaml`, text]);
  const { ofScenario } = loadAll({ "base.yaml": BASE, ...Object.fromEntries(scenarios) });
  const blueprint = ofScenario(`s${texts.length - 1}`);
  if (blueprint === undefined) throw new Error("there is no such scenario");
  return see(blueprint);
}

export const BEFORE = see(loadAll({ "base.yaml": BASE }).base);

/** What a blueprint holds, without where it comes from. */
export function contentOf({ merchants, keys, products, faults, ...blueprint }: Seen) {
  const plain = <Thing extends { origin: string }>({ origin, ...rest }: Thing) => rest;
  const plainOwned = <Thing extends { origin: string; merchant: Merchant }>(thing: Thing) => ({
    ...plain(thing),
    merchant: plain(thing.merchant),
  });
  return {
    merchants: merchants.map(plain),
    keys: [...keys.values()].map(plainOwned),
    products: [...products.values()].map(plainOwned),
    orders: merchants.flatMap((merchant) => blueprint.listOrders(merchant).items),
    faults: faults.map(plain),
    settings: blueprint.settings,
  };
}

export const amountsOf = (blueprint: Seen) =>
  blueprint.merchants.map((merchant) =>
    blueprint
      .listOrders(merchant)
      .items.map(({ amountMinor }) => amountMinor)
      .join(" "),
  );
