// What the API's specification states, section by section and in our words, with the checks that hold a server to
// it. contract-table.ts writes it into docs/conformance.md; contract-table.test.ts holds it to be whole and true.

export interface Statement {
  readonly section: string;
  readonly says: string;
  /** Ids of checks, * standing for any letters. Empty where nothing can be checked. */
  readonly checks: readonly string[];
  /** Why there is no check, or what a check leaves out. */
  readonly but?: string;
}

const ANSWERS = ["ping-answers", "products-answer", "orders-answer", "link-answers"];
const FIELDS = ["ping-fields", "products-fields", "orders-fields", "link-fields"];
const OWNED = ["products-owned", "orders-owned"];
const REFUSED_LINKS = [
  "link-unknown-product",
  "link-foreign-product",
  "link-other-merchants-key",
  "link-unpublished-product",
];

export const STATEMENTS: readonly Statement[] = [
  {
    section: "1.1",
    says: "small, for servers with a scoped key",
    checks: [],
    but: "it describes use",
  },
  {
    section: "1.2",
    says: "sandbox only, live access and payments off",
    checks: ["ping-environment", "ping-live-disabled"],
  },
  { section: "1.3", says: "ping, products, orders, links", checks: ANSWERS },
  {
    section: "1.4",
    says: "products, prices and keys are managed elsewhere",
    checks: [],
    but: "there is nothing to ask for",
  },
  {
    section: "1.5",
    says: "nothing here charges, prices stay on the server",
    checks: ["link-charges-nothing", "products-fields", "link-fields"],
  },
  { section: "1.6", says: "every record is the merchant's own", checks: OWNED },
  {
    section: "1.7",
    says: "dashboard, checkout and webhooks authenticate otherwise",
    checks: [],
    but: "how is not described",
  },
  { section: "2", says: "ids are UUIDs", checks: FIELDS },
  { section: "2", says: "money is digits as text", checks: ["orders-amounts", "orders-fields"] },
  { section: "2", says: "times are UTC with a Z", checks: ["orders-times", "orders-fields"] },
  { section: "2", says: "all fields are there, and no others", checks: FIELDS },
  {
    section: "2.1",
    says: "ping: merchant, scopes, SANDBOX, not live",
    checks: ["ping-fields", "ping-environment", "ping-live-disabled"],
  },
  {
    section: "2.2",
    says: "product: id, public code, status, currency, whole version",
    checks: ["products-fields", "products-distinct"],
  },
  {
    section: "2.3",
    says: "order: ids, state, currency, amounts, time",
    checks: ["orders-fields", "orders-distinct", "orders-times"],
  },
  {
    section: "2.4",
    says: "link: the product's id again, two addresses, a note",
    checks: [
      "link-fields",
      "link-product-id",
      "link-product-url",
      "link-checkout-url",
      "link-one-address",
      "link-note",
    ],
    but: "the note's wording",
  },
  {
    section: "2.4",
    says: "a link lasts, and is no session",
    checks: ["link-repeatable", "link-fields"],
  },
  {
    section: "3",
    says: "PUBLISHED and PAID occur; links for published products alone",
    checks: ["link-unpublished-product"],
    but: "which other words there are",
  },
  {
    section: "4",
    says: "paths, methods, statuses, JSON",
    checks: [...ANSWERS, "media-type-json"],
    but: "the media type of errors, whose bodies are not shown",
  },
  {
    section: "4.1",
    says: "ping needs no certain scope",
    checks: ["ping-answers", "ping-scopes-*"],
  },
  {
    section: "4.2",
    says: "an array of own products, without content and price",
    checks: ["products-answer", "products-owned", "products-fields", "products-at-most-fifty"],
  },
  {
    section: "4.3",
    says: "an array of own orders",
    checks: ["orders-answer", "orders-owned", "orders-at-most-fifty"],
    but: "their order, which is not promised",
  },
  { section: "4.4", says: "a body of one field, a UUID; else 400", checks: ["body-*"] },
  {
    section: "4.4",
    says: "own published products give links; else 404",
    checks: ["link-answers", ...REFUSED_LINKS, "link-foreign-both-ways"],
  },
  {
    section: "4.4",
    says: "asked again, the same; nothing is charged",
    checks: ["link-repeatable", "link-charges-nothing"],
  },
  {
    section: "5.1",
    says: "a bearer token in Authorization",
    checks: [...ANSWERS, "401-no-key", "401-bare-key", "401-basic"],
  },
  {
    section: "5.2",
    says: "the key is kept on the server",
    checks: [],
    but: "it is for its owner to keep",
  },
  {
    section: "5.3",
    says: "401 unless the key is valid, active, unexpired, not revoked",
    checks: ["401-*"],
  },
  {
    section: "5.4",
    says: "an endpoint's scope opens it; without it, or without access, 403",
    checks: ["200-*", "link-with-links-scope", "403-*", "ping-scopes-*"],
  },
  {
    section: "5.5",
    says: "a key is bound to one merchant",
    checks: ["ping-other-merchant", ...OWNED, "link-foreign-product", "link-other-merchants-key"],
  },
  {
    section: "5.6",
    says: "what keys look like",
    checks: [],
    but: "the specification does not say",
  },
  {
    section: "6",
    says: "no events, no webhooks",
    checks: [],
    but: "what is not sent can't be asked for",
  },
  { section: "7", says: "400 invalid input", checks: ["body-*"] },
  { section: "7", says: "401 wrong key", checks: ["401-*"] },
  { section: "7", says: "403 no scope or access", checks: ["403-*"] },
  { section: "7", says: "404 no such own published product", checks: REFUSED_LINKS },
  {
    section: "7",
    says: "429 too many requests",
    checks: ["429-answers"],
    but: "bodies of errors, which are not shown",
  },
  { section: "8.1", says: "lists hold 50 at most", checks: ["*-at-most-fifty"] },
  {
    section: "8.2",
    says: "there is a rate limit",
    checks: ["429-answers"],
    but: "how high, and headers",
  },
  { section: "8.3", says: "no amount is a floating-point number", checks: ["orders-amounts"] },
  { section: "9.1", says: "paths carry v1", checks: ANSWERS },
  { section: "9.2", says: "the description's label", checks: [], but: "no response has it" },
  { section: "9.3", says: "a product's version is whole", checks: ["products-fields"] },
  {
    section: "9.4",
    says: "how the API may change",
    checks: [],
    but: "the specification does not say",
  },
];
