// The requests whose answers are measured, and what a server answers to them.
import * as v from "valibot";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import type { Server } from "./server.ts";

export interface SentRequest {
  readonly method: string;
  /** Without the address of a server or a world. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether it is right to refuse it. */
  readonly refused?: true;
}

/** An answer as a bare server repeats it. */
export interface Recorded {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const REQUEST_NAMES = ["ping", "products", "orders", "link", "refused"] as const;
export type RequestName = (typeof REQUEST_NAMES)[number];

/** What reports call them. */
export const TITLES: Readonly<Record<RequestName, string>> = {
  ping: "ping",
  products: "products",
  orders: "list of orders",
  link: "checkout link",
  refused: "401",
};
export type Requests = Readonly<Record<RequestName, SentRequest>>;

/** Makes requests that a sandbox answers well with its default key, and one that it refuses. */
export async function requestsFor({
  baseUrl,
  apiKey,
}: Pick<Server, "baseUrl" | "apiKey">): Promise<Requests> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const get = (endpoint: "ping" | "products" | "orders"): SentRequest => ({
    method: "GET",
    path: ENDPOINTS[endpoint].path,
    headers,
  });
  const listed = JSON.parse((await ask(baseUrl, get("products"))).body);
  const product = v
    .parse(ENDPOINTS.products.response.schema, listed)
    .find(({ status }) => status === "PUBLISHED");
  return {
    ping: get("ping"),
    products: get("products"),
    orders: get("orders"),
    link: {
      method: "POST",
      path: ENDPOINTS["checkout-links"].path,
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({ productId: product?.id }),
    },
    refused: {
      ...get("ping"),
      headers: { Authorization: "Bearer mst_of_nobody" },
      refused: true,
    },
  };
}

/** Sends a request once, and returns its answer without what every server adds by itself. */
export async function ask(
  baseUrl: string,
  { method, path, headers, body }: SentRequest,
): Promise<Recorded> {
  const answer = await fetch(baseUrl + path, { method, headers, body: body ?? null });
  const added = ["date", "content-length", "connection", "keep-alive", "transfer-encoding", "vary"];
  return {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !added.includes(name))),
    body: await answer.text(),
  };
}
