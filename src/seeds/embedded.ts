// The seeds that the program carries: what it serves where no others are given.
import keys from "../../seeds/keys.yaml" with { type: "text" };
import merchants from "../../seeds/merchants.yaml" with { type: "text" };
import orders from "../../seeds/orders.yaml" with { type: "text" };
import products from "../../seeds/products.yaml" with { type: "text" };
import settings from "../../seeds/settings.yaml" with { type: "text" };
import type { SeedFile } from "./diagnostic.ts";

export const EMBEDDED_SEEDS: readonly SeedFile[] = [
  { path: "merchants.yaml", text: merchants },
  { path: "keys.yaml", text: keys },
  { path: "products.yaml", text: products },
  { path: "orders.yaml", text: orders },
  { path: "settings.yaml", text: settings },
];
