// The fields of `settings`: the clock, the rate limit, and the choices that the API specification leaves open.
import * as v from "valibot";
import { count, flag, optional, refill, required, time, word } from "./fields.ts";

/** A token bucket: how many requests at once, and how many tokens are refilled each second. */
export const RateLimitSchema = v.strictObject(
  {
    capacity: required(count, "How many requests may be sent at once, like 5."),
    refillPerSecond: required(
      refill,
      "How many more requests are allowed each second, like 1, or 0.5 for one every two seconds.",
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
          frozen: optional(flag, "Whether the clock is frozen; otherwise it runs in real time.", {
            value: false,
          }),
        },
        "a mapping of now and frozen",
      ),
      "The time in the sandbox.",
      { words: "the real time" },
    ),
    rateLimit: optional(
      LimitSchema,
      "The rate limit of each key, above which it gets 429, or off for no limit.",
      { value: { capacity: 100, refillPerSecond: 50 }, words: "100 at once and 50 a second" },
    ),
    rateLimitHeaders: optional(
      v.picklist(["none", "draft"]),
      "Whether responses show the rate limit; draft adds the RateLimit headers of the IETF draft.",
      { value: "none" },
    ),
    listOrder: optional(
      v.picklist(["newest", "oldest", "shuffled", "changing"]),
      "The order of lists; shuffled is random, changing is random again for each request.",
      { value: "newest" },
    ),
    errorBody: optional(
      v.picklist(["json", "problem", "empty", "html"]),
      "The body of errors: json, problem (RFC 9457), empty, or html like that of a gateway.",
      { value: "json" },
    ),
    unknownQuery: optional(
      v.picklist(["ignore", "reject"]),
      "What happens to query parameters, which the API does not define: ignore, or reject with 400.",
      { value: "ignore" },
    ),
    jsonForm: optional(
      v.picklist(["compact", "spaced", "reordered", "escaped"]),
      "How JSON is written: compact, spaced over lines, reordered fields, or letters escaped like \\u0041.",
      { value: "compact" },
    ),
    uuidCase: optional(
      v.picklist(["lower", "upper"]),
      "Whether ids in responses are in lower or upper case.",
      { value: "lower" },
    ),
    timeDigits: optional(
      v.picklist([0, 3, 6, 9]),
      "How many fractional digits the seconds of `createdAt` have: 0, 3, 6 or 9.",
      { words: "3, or as many as the order was written with" },
    ),
    retryAfter: optional(
      v.picklist(["seconds", "date", "none"]),
      "What `Retry-After` holds: seconds, a date, or none to omit the header.",
      { value: "seconds" },
    ),
    transfer: optional(
      v.picklist(["whole", "chunked"]),
      "Whether a body is sent whole, or in many small chunks.",
      { value: "whole" },
    ),
    keepAlive: optional(
      flag,
      "Whether connections are kept alive; with false each response closes its connection.",
      { value: true },
    ),
    headerCase: optional(
      v.picklist(["usual", "lower"]),
      "How header names are written: usual, like Retry-After, or lower, like retry-after.",
      { value: "usual" },
    ),
    extraScopes: optional(
      v.array(word("a scope like reports:read"), "a list of scopes"),
      "Scopes that ping lists after those of the key, because the specification does not say that there are no others.",
      { value: [], words: "none" },
    ),
  },
  "a mapping of settings",
);

export type SettingsSeed = v.InferOutput<typeof SettingsSeedSchema>;
