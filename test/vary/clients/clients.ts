// Clients that rely on one thing each, by the dimension that shows it, and one that relies on nothing.
import { ask, type Client, insist, list, read } from "./client.ts";

interface Order {
  readonly id: string;
  readonly state: string;
  readonly currency: string;
  readonly amountMinor: string;
  readonly createdAt: string;
}

const DECIMALS = { EUR: 2, USD: 2, GBP: 2, JPY: 0 };
const UNKNOWN = "00000000-0000-4000-8000-000000000000";

/** The clients by the dimension that each of them relies on. */
export const CLIENTS: Readonly<Record<string, Client>> = {
  "list-order": async (server) => {
    const times = (await list<Order>(server, "orders")).map(({ createdAt }) =>
      Date.parse(createdAt),
    );
    insist(
      times.every((time, at) => at === 0 || time <= (times[at - 1] ?? 0)),
      "newest first",
    );
  },
  "product-status": async (server) => {
    for (const { status } of await list<{ status: string }>(server, "products")) {
      insist(/^(?:PUBLISHED|UNPUBLISHED|DRAFT|ARCHIVED)$/.test(status), `${status} is known`);
    }
  },
  "time-digits": async (server) => {
    for (const { createdAt } of await list<Order>(server, "orders")) {
      insist(/\.\d{3}Z$/.test(createdAt), "a time has milliseconds");
    }
  },
  "order-state": async (server) => {
    for (const { state } of await list<Order>(server, "orders")) {
      insist(
        /^(?:PAID|PENDING|PARTIALLY_REFUNDED|REFUNDED|FAILED|DISPUTED)$/.test(state),
        `the state ${state} is known`,
      );
    }
  },
  currency: async (server) => {
    for (const { currency } of await list<Order>(server, "orders")) {
      insist(currency in DECIMALS, `the currency ${currency} is known`);
    }
  },
  uuid: async (server) => {
    for (const { id } of await list<Order>(server, "orders")) {
      insist(/^[0-9a-f]{8}-[0-9a-f]{4}-[45]/.test(id), "an id is of version 4 or 5");
    }
  },
  "json-form": async (server) => {
    const text = await read(server, "ping");
    insist(text === undefined || text.includes('"environment":"SANDBOX"'), "found in the text");
  },
  "scope-order": async (server) => {
    const text = await read(server, "ping");
    const [first = "catalog:read"] = text === undefined ? [] : JSON.parse(text).scopes;
    insist(first === "catalog:read", "the first scope is that of the catalog");
  },
  "error-body": async (server) => {
    const response = await ask(server, "checkout-links", { productId: UNKNOWN }).catch(
      () => undefined,
    );
    const text = await response?.text().catch(() => undefined);
    if (text === undefined) return;
    insist(/^\{"error"|^\{\s+"error"|\{"\\/.test(text), "an error has the field `error`");
  },
  "status-503": async (server) => {
    for (const endpoint of ["ping", "products", "orders"]) {
      const response = await ask(server, endpoint).catch(() => undefined);
      insist(
        response?.status !== 503 || response.headers.has("connection"),
        "the service is there",
      );
    }
  },
};

/** Reads all that there is, and takes nothing for granted. */
export const CAREFUL: Client = async (server) => {
  await read(server, "ping");
  for (const { id, amountMinor, createdAt } of await list<Order>(server, "orders")) {
    insist(/^[0-9a-f-]{36}$/i.test(id), "an id is a UUID");
    insist(/^\d+$/.test(amountMinor) && BigInt(amountMinor) >= 0n, "an amount is digits");
    insist(!Number.isNaN(Date.parse(createdAt)) && createdAt.endsWith("Z"), "a time is in UTC");
  }
  for (const { id } of await list<{ id: string }>(server, "products")) {
    const response = await ask(server, "checkout-links", { productId: id }).catch(() => undefined);
    insist(
      [201, 400, 401, 403, 404, 429, 500, 502, 503, 504, undefined].includes(response?.status),
      "a known status",
    );
    break;
  }
};
