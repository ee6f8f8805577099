// Finds the product of a page, or the reason why it is not available, for testers.
import { PUBLISHED } from "../../contract/endpoints/products.ts";
import type { CatalogProduct } from "../../model/state.ts";
import { closestMatch } from "../../shared/closest-match.ts";
import { isUuid } from "../../shared/patterns.ts";
import type { World } from "../../world/world.ts";

/** Why a page does not exist. */
export interface Missing {
  readonly why: string;
  readonly fix: string;
  /** A product with a similar code, as a suggestion. */
  readonly similar?: CatalogProduct | undefined;
}

const SHOWN_CHARACTERS = 80;

/** Finds an available product by its public code. */
export function findByCode(world: World, code: string): CatalogProduct | Missing {
  const product = [...world.state.products.values()].find(({ publicCode }) => publicCode === code);
  if (product !== undefined) return ifAvailable(product);
  return {
    why: `No product of the world ${world.name} has the public code ${quote(code)}.`,
    fix: "The start page of the world lists its products.",
    similar: world.findProduct(code.toLowerCase()) ?? findSimilar(world, code),
  };
}

/** Finds an available product by its id, in upper or lower case. */
export function findById(world: World, id: string): CatalogProduct | Missing {
  const product = world.findProduct(id.toLowerCase());
  if (product !== undefined) return ifAvailable(product);
  if (!isUuid(id.toLowerCase())) {
    return {
      why: `${quote(id)} is not a UUID. A checkout URL must end with a product id.`,
      fix: "Get the URL from POST /checkout-links.",
      similar: findSimilar(world, id),
    };
  }
  return {
    why: `No product of the world ${world.name} has the id ${id}.`,
    fix: "GET /products lists all ids.",
  };
}

// Contract: only a published product has links (§3), and a merchant without sandbox access can't request links (§5.4).
// So no valid link leads to such a product.
function ifAvailable(product: CatalogProduct): CatalogProduct | Missing {
  const { publicCode, status, origin, merchant } = product;
  if (status !== PUBLISHED) {
    return {
      why: `${publicCode} (${origin}) is ${status}. Only ${PUBLISHED} products are available.`,
      fix: `Set its status to ${PUBLISHED}.`,
    };
  }
  if (!merchant.sandboxAccess) {
    return {
      why: `${publicCode} (${origin}) belongs to ${merchant.slug} (${merchant.origin}), a merchant without sandbox access. Its keys get 403, and its products have no pages.`,
      fix: "Set the merchant's sandboxAccess to true.",
    };
  }
  return product;
}

function findSimilar(world: World, code: string): CatalogProduct | undefined {
  const products = [...world.state.products.values()];
  const similar = closestMatch(
    code,
    products.map(({ publicCode }) => publicCode),
  );
  return products.find(({ publicCode }) => publicCode === similar);
}

function quote(text: string): string {
  return JSON.stringify(
    text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text,
  );
}
