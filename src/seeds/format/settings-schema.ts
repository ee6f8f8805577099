// What `settings` may hold: the clock, the rate limit, and what the sandbox does where the API's document is silent.
import * as v from "valibot";
import { count, flag, optional, refill, required, time } from "./fields.ts";

/** A token bucket: how many requests at once, and how many tokens come back each second. */
export const RateLimitSchema = v.strictObject(
  {
    capacity: required(count, "How many requests may come at once, like 5."),
    refillPerSecond: required(
      refill,
      "How many requests come back each second, like 1, or 0.5 for one every two seconds.",
    ),
  },
  "a mapping of capacity and refillPerSecond",
);

/** A limit, or none. */
export const LimitSchema = v.union(
  [v.literal("off"), RateLimitSchema],
  "off, or a mapping of capacity and refillPerSecond",
);

export const SettingsSeedSchema = v.strictObject(
  {
    clock: optional(
      v.strictObject(
        {
          now: optional(time, "When the clock starts, like 2026-10-17T09:00:00Z or now-3d.", {
            words: "the real time",
          }),
          frozen: optional(flag, "Whether the clock is frozen; if not, it runs with real time.", {
            value: false,
          }),
        },
        "a mapping of now and frozen",
      ),
      "What time it is in the sandbox.",
      { words: "the real time" },
    ),
    rateLimit: optional(
      LimitSchema,
      "How fast each key may ask before it gets 429, or off for no limit.",
      { value: { capacity: 100, refillPerSecond: 50 }, words: "100 at once and 50 a second" },
    ),
    rateLimitHeaders: optional(
      v.picklist(["none", "draft"]),
      "Whether responses show the limit; draft adds RateLimit as the IETF drafts it.",
      { value: "none" },
    ),
    listOrder: optional(
      v.picklist(["newest", "oldest", "shuffled", "changing"]),
      "Which orders a list begins with; shuffled is random, changing is random again for each request.",
      { value: "newest" },
    ),
    errorBody: optional(
      v.picklist(["json", "problem", "empty", "html"]),
      "What the body of an error is: json, problem as RFC 9457 has it, empty, or html like a gateway's.",
      { value: "json" },
    ),
    unknownQuery: optional(
      v.picklist(["ignore", "reject"]),
      "What happens to query parameters, as none is defined: ignore them, or reject them with 400.",
      { value: "ignore" },
    ),
    jsonForm: optional(
      v.picklist(["compact", "spaced", "reordered", "escaped"]),
      "How JSON is written: compact, spaced over lines, reordered fields, or escaped letters like \\u0041.",
      { value: "compact" },
    ),
    uuidCase: optional(
      v.picklist(["lower", "upper"]),
      "Whether ids in responses are in lower or in upper case.",
      { value: "lower" },
    ),
    timeDigits: optional(
      v.picklist([0, 3, 6, 9]),
      "How many digits of a second `createdAt` has: 0, 3, 6 or 9.",
      { words: "3, or as many as the order was written with" },
    ),
    retryAfter: optional(
      v.picklist(["seconds", "date", "none"]),
      "What `Retry-After` holds: seconds, a date, or none to leave the header out.",
      { value: "seconds" },
    ),
    transfer: optional(
      v.picklist(["whole", "chunked"]),
      "Whether a body is sent whole, or chunked into many small pieces.",
      { value: "whole" },
    ),
    keepAlive: optional(
      flag,
      "Whether a connection is kept for the next request; with false each response closes it.",
      { value: true },
    ),
  },
  "a mapping of settings",
);

export type SettingsSeed = v.InferOutput<typeof SettingsSeedSchema>;
