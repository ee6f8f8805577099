// A shop for one test, and a shopper who has no browser: opens pages, fills forms in, and sends them.
import { expect } from "bun:test";
import * as v from "valibot";
import type { Order } from "../../../src/contract/endpoints/orders.ts";
import { ENDPOINTS } from "../../../src/contract/endpoints.ts";
import { IDS, sandbox, type TestSandbox, type TestSandboxOptions } from "../../support/sandbox.ts";

/** Products of every kind, beside those that every test has. */
export const SHOP = `
merchants:
  - { slug: acme, id: ${IDS.acme}, name: Acme & Sons }
  - { slug: globex, name: "<b>Globex</b>" }
  - { slug: closed, sandboxAccess: false }
keys:
  - { key: mst_acme_full, merchant: acme }
  - { key: mst_globex_full, merchant: globex }
  - { key: mst_closed_full, merchant: closed }
products:
  - { publicCode: ATLAS-1, merchant: acme, id: ${IDS.atlas}, currency: EUR, title: A World Atlas, priceMinor: "4900" }
  - { publicCode: DRAFT-1, merchant: acme, id: ${IDS.draft}, currency: USD, status: DRAFT }
  - { publicCode: GLOBE-1, merchant: globex, id: ${IDS.globe}, currency: KWD, title: '<img src=x onerror=alert(1)>"''&', priceMinor: "4250" }
  - { publicCode: SHUT-1, merchant: closed, id: 5407c105-0000-4000-8000-000000000004, currency: EUR }
  - { publicCode: PLAIN-1, merchant: acme, id: 91a10000-0000-4000-8000-000000000005, currency: JPY }
  - { publicCode: "50% ÄÖ/+&?#", merchant: acme, id: 0dd00000-0000-4000-8000-000000000006, currency: EUR, title: أطلس العالم 🗺, priceMinor: "1" }
orders:
  - { product: ATLAS-1, id: ${IDS.firstOrder}, amountMinor: "4900", createdAt: now-2d }
settings:
  rateLimit: off
`;

export const ATLAS = `/checkout/${IDS.atlas}`;

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  /** As it was sent. */
  readonly html: string;
  /** What is read of it: without tags, blanks joined. */
  readonly text: string;
}

/** A checkout's form, as it came. */
export interface Form {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface Shop extends TestSandbox {
  ask(path: string, init?: RequestInit): Promise<Seen>;
  /** Opens a checkout for its form. */
  open(path?: string): Promise<Form>;
  /** Sends a form, with other fields or none (undefined) in the place of its own. */
  send(form: Form, fields?: Record<string, string | undefined>, headers?: object): Promise<Seen>;
  /** Opens a checkout and pays; returns the receipt, and its path. */
  buy(path?: string, fields?: Record<string, string>): Promise<Seen & { readonly path: string }>;
  /** What `GET /orders` lists. */
  orders(key?: string, world?: string): Promise<Order[]>;
}

/** Makes a shop. */
export function shop(options: TestSandboxOptions = {}): Shop {
  const made = sandbox({ seeds: SHOP, ...options });

  async function ask(path: string, init?: RequestInit): Promise<Seen> {
    const answer = await made.hosted.fetch(new Request(`http://127.0.0.1:4701${path}`, init));
    const html = await answer.text();
    return { status: answer.status, headers: answer.headers, html, text: readText(html) };
  }

  async function open(path = ATLAS): Promise<Form> {
    const { status, html } = await ask(path);
    expect(status).toBe(200);
    return readForm(html);
  }

  const send: Shop["send"] = (form, fields = {}, headers = {}) => {
    const all = Object.entries({ ...form.fields, ...fields });
    const sent = all.filter((field): field is [string, string] => field[1] !== undefined);
    return ask(form.action, {
      method: "POST",
      body: new URLSearchParams(sent),
      headers: { ...headers },
    });
  };

  return {
    ...made,
    ask,
    open,
    send,
    async buy(path, fields) {
      const { status, headers } = await send(await open(path), fields);
      expect(status).toBe(303);
      const receipt = headers.get("Location") ?? "";
      return { ...(await ask(receipt)), path: receipt };
    },
    async orders(key = "mst_acme_full", world) {
      const { text } = await made.call("orders", { key, ...(world && { world }) });
      return v.parse(ENDPOINTS.orders.response.schema, JSON.parse(text));
    },
  };
}

/** Reads the form of a checkout. */
export function readForm(html: string): Form {
  const [, action = ""] = /<form [^>]*action="([^"]*)"/.exec(html) ?? [];
  const inputs = html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  const hidden = Array.from(inputs, ([, name = "", value = ""]) => [name, decode(value)]);
  const [, quantity = ""] = /<option value="(\d+)" selected/.exec(html) ?? [];
  return { action, fields: { ...Object.fromEntries(hidden), quantity } };
}

function readText(html: string): string {
  return decode(html.replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();
}

function decode(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
