// The changes of products that a merchant makes in the dashboard (§1.4): add, publish, unpublish and other changes.
import * as v from "valibot";
import { changesOf } from "../../model/fields.ts";
import { COLLECTIONS, type ProductSeed } from "../../model/schema.ts";
import type { CatalogProduct } from "../../model/state.ts";
import type { Layer } from "../../seeds/resolve/layer.ts";
import { notFound } from "../not-found.ts";
import type { World } from "../world.ts";
import { WorldError } from "../world-error.ts";
import { changeWorld } from "./overlay.ts";

// Why: the fields that name a product, or that its id is derived from, cannot change.
const { repeat: _repeat, ...single } = COLLECTIONS.products.entries;
const { publicCode: _code, id: _id, merchant: _merchant, ...fields } = single;

/** The fields of a new product. */
export const NewProductSchema = v.strictObject(single);

/** The fields of a product that can change. */
export const ProductChangeSchema = v.strictObject(changesOf(fields));
export type ProductChange = v.InferOutput<typeof ProductChangeSchema>;

/** Adds a product. Throws `WorldError` and `InvalidChangeError`. */
export function addProduct(world: World, fields: ProductSeed): CatalogProduct {
  const { publicCode } = fields;
  if (findByCode(world.state, publicCode)) {
    const message = `The product ${publicCode} already exists. Change it, or use another code.`;
    throw new WorldError("conflict", message);
  }
  return byCode(changeWorld(world, { products: [fields] }, "/products/0"), publicCode);
}

/** Changes fields of a product, found by its id or public code. Throws `WorldError` and `InvalidChangeError`. */
export function changeProduct(world: World, name: string, fields: ProductChange): CatalogProduct {
  const { publicCode } = getProduct(world, name);
  const overlay = { products: [{ ...fields, publicCode }] };
  return byCode(changeWorld(world, overlay, "/products/0"), publicCode);
}

/** Finds a product by its id or public code. Throws `WorldError`. */
export function getProduct(world: World, name: string): CatalogProduct {
  const product = world.findProduct(name.toLowerCase()) ?? findByCode(world.state, name);
  if (product !== undefined) return product;
  const known = Array.from(world.state.products.values(), ({ publicCode }) => publicCode);
  throw notFound(world, "product", { name, known });
}

function byCode(layer: Layer, code: string): CatalogProduct {
  const product = findByCode(layer, code);
  if (product === undefined) throw new TypeError("a product that was changed is not there");
  return product;
}

function findByCode({ products }: Layer, code: string): CatalogProduct | undefined {
  return [...products.values()].find(({ publicCode }) => publicCode === code);
}
