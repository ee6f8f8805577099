// A sandbox over the embedded seeds, whose clock stands still until the test moves it.
import * as v from "valibot";
import { OrderSchema } from "../../src/contract/endpoints/orders.ts";
import { ProductSchema } from "../../src/contract/endpoints/products.ts";
import { ENDPOINTS, type EndpointName } from "../../src/contract/endpoints.ts";
import { createSandbox } from "../../src/sandbox.ts";
import type { RequestRecord } from "../../src/world/journal/record.ts";
import { readDescribed } from "../support/described.ts";
import { bodyFor, type CallOptions, IDS, NOW, requestOf } from "../support/sandbox.ts";

/** All four, in the order of the document. */
export const ALL = Object.keys(ENDPOINTS) as EndpointName[];

/** The statuses of all four where nothing is wrong. */
export const FINE = [200, 200, 200, 201];

/** Makes a sandbox for one test. */
export function embedded(now = NOW) {
  const records: RequestRecord[] = [];
  let time = now;
  const sandbox = createSandbox({
    systemTime: () => time,
    onRequest: (record) => records.push(record),
  });

  /** Asks an endpoint of a scenario, with the key that a tester uses anyway, for a link of ATLAS-1. */
  async function call(world: string, target: EndpointName, options: CallOptions = {}) {
    const body = target === "checkout-links" ? { body: bodyFor(IDS.atlas) } : {};
    const request = requestOf(target, { key: "mst_acme_full", world, ...body, ...options });
    const response = await sandbox.api.fetch(request);
    const { "x-request-id": id, ...headers } = Object.fromEntries(response.headers);
    const text = await readDescribed(sandbox.worlds, request, response);
    return { status: response.status, headers, text: text?.replaceAll(id ?? "", "ID") };
  }

  const list = async (world: string, target: EndpointName): Promise<unknown> =>
    JSON.parse((await call(world, target)).text ?? "");

  return {
    ...sandbox,
    records,
    call,
    pass: (seconds: number) => {
      time += seconds * 1_000;
    },
    statuses: async (world: string, options?: CallOptions) => {
      const answers = await Promise.all(ALL.map((target) => call(world, target, options)));
      return answers.map(({ status }) => status);
    },
    products: async (world: string) =>
      v.parse(v.array(ProductSchema), await list(world, "products")),
    orders: async (world: string) => v.parse(v.array(OrderSchema), await list(world, "orders")),
  };
}
