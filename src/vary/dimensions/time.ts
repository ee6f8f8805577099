// Time: what day it is, and how long keys and limits last (§5.3, §8.2).
import { ENDPOINT_NAMES } from "../../contract/endpoints.ts";
import { type Dimension, fault, settings } from "../dimension.ts";

const DATES = [
  "2027-11-30T12:00:00Z",
  "2028-02-29T12:00:00Z",
  "2027-12-31T23:59:30Z",
  // Daylight saving ends in Europe, and begins in the United States.
  "2027-10-31T00:59:30Z",
  "2027-03-14T09:59:30Z",
];

export const TIMES: readonly Dimension[] = [
  {
    name: "date",
    section: "2.3",
    relies: "today's date",
    document: "promises no dates",
    endpoints: ["orders"],
    choices: () => settings("clock", ...DATES.map((now) => ({ now }))),
  },
  {
    name: "key-ends",
    section: "5.3",
    relies: "a key that works for a whole run",
    document: "lets a key expire or be revoked at any time",
    endpoints: ENDPOINT_NAMES,
    choices: () => [1, 2, 5].map((after) => fault({ respond: 401, after })),
  },
  {
    name: "slow-refill",
    section: "8.2",
    relies: "a rate limit that is never reached",
    document: "has a rate limit, and does not say which",
    endpoints: ENDPOINT_NAMES,
    choices: () =>
      settings("rateLimit", ...[1, 3].map((capacity) => ({ capacity, refillPerSecond: 1 / 60 }))),
  },
];
