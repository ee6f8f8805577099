// A shopper who sends one form twice at once: one order, and its receipt, wherever the sandbox runs.
import { expect } from "bun:test";
import type { Order } from "../../../src/contract/endpoints/orders.ts";
import { readForm } from "./shop.ts";

export const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

export interface Shopper {
  /** The checkout's address. */
  readonly checkout: string;
  ask(address: string, init?: RequestInit): Promise<Response>;
  listOrders(): Promise<readonly Order[]>;
}

/** Pays two pieces by one form, sent twice at once, and expects one order and its receipt. */
export async function payTwice({ checkout, ask, listOrders }: Shopper): Promise<void> {
  const before = await listOrders();
  const { action, fields } = readForm(await (await ask(checkout)).text());
  const body = `${new URLSearchParams({ ...fields, quantity: "2" })}`;
  const pay = () => ask(action, { method: "POST", body, headers: FORM });
  const answers = await Promise.all([pay(), pay()]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  const [receipt = "", other] = answers.map(({ headers }) => headers.get("Location"));
  expect(other).toBe(receipt);

  const [first, ...rest] = await listOrders();
  expect(rest).toEqual(before.slice(0, 49));
  expect(first).toMatchObject({ state: "PAID", amountMinor: "9800", currency: "EUR" });
  const page = await ask(receipt ?? "");
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(`<code>${first?.id}</code>`);
}
