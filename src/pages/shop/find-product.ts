// The product of a page, or why there is none: a short reason for shoppers, the exact one for testers.
import { PUBLISHED } from "../../contract/endpoints/products.ts";
import type { CatalogProduct } from "../../model/state.ts";
import { closestMatch } from "../../shared/closest-match.ts";
import { isUuid } from "../../shared/patterns.ts";
import type { World } from "../../world/world.ts";

/** Why a page is not there. */
export interface Missing {
  readonly why: string;
  readonly mend: string;
  /** The product that may have been meant. */
  readonly near?: CatalogProduct | undefined;
}

const SHOWN_LETTERS = 80;

/** Finds what is sold by its public code. */
export function findByCode(world: World, code: string): CatalogProduct | Missing {
  const product = [...world.state.products.values()].find(({ publicCode }) => publicCode === code);
  if (product !== undefined) return ifSold(product);
  return {
    why: `No product of the world ${world.name} has the public code ${quote(code)}.`,
    mend: "The index of the world lists what is sold in it.",
    near: world.findProduct(code.toLowerCase()) ?? findNearest(world, code),
  };
}

/** Finds what is sold by its id in either case. */
export function findById(world: World, id: string): CatalogProduct | Missing {
  const product = world.findProduct(id.toLowerCase());
  if (product !== undefined) return ifSold(product);
  if (!isUuid(id.toLowerCase())) {
    return {
      why: `${quote(id)} is no UUID, and the address of a checkout ends in the id of a product.`,
      mend: "Ask POST /checkout-links for the address.",
      near: findNearest(world, id),
    };
  }
  return {
    why: `No product of the world ${world.name} has the id ${id}.`,
    mend: "GET /products lists the ids that there are.",
  };
}

// Contract: §3, only a published product has links; and those of a merchant without sandbox access can't
// have been asked for (§5.4), so that no page of either is reached by a link that holds.
function ifSold(product: CatalogProduct): CatalogProduct | Missing {
  const { publicCode, status, origin, merchant } = product;
  if (status !== PUBLISHED) {
    return {
      why: `${publicCode} (${origin}) is ${status}, and only what is ${PUBLISHED} is sold.`,
      mend: `Set its status to ${PUBLISHED}.`,
    };
  }
  if (!merchant.sandboxAccess) {
    return {
      why: `${publicCode} (${origin}) is sold by ${merchant.slug} (${merchant.origin}), which has no sandbox access: its keys get 403, and it has no shop.`,
      mend: "Set the merchant's sandboxAccess to true.",
    };
  }
  return product;
}

function findNearest(world: World, code: string): CatalogProduct | undefined {
  const products = [...world.state.products.values()];
  const near = closestMatch(
    code,
    products.map(({ publicCode }) => publicCode),
  );
  return products.find(({ publicCode }) => publicCode === near);
}

function quote(text: string): string {
  return JSON.stringify(text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}…` : text);
}
