// The fields of a fault: which requests it matches, and what happens to these.
import * as v from "valibot";
import { ENDPOINT_NAMES } from "../contract/endpoints.ts";
import { FAULT_STATUSES } from "../contract/errors.ts";
import {
  count,
  duration,
  flag,
  ofKind,
  optional,
  probability,
  required,
  text,
  whole,
} from "./fields.ts";

export const FaultSeedSchema = v.strictObject({
  endpoint: optional(
    v.picklist([...ENDPOINT_NAMES, "any"]),
    "The endpoint whose requests it matches.",
    { value: "any" },
  ),
  key: optional(text("a key"), "The key whose requests it matches.", { words: "any" }),
  merchant: optional(
    text("a merchant's slug or id"),
    "The merchant whose requests it matches, by slug or id.",
    { words: "any" },
  ),
  after: optional(
    whole("a whole number, 0 or more", 0),
    "How many matching requests pass first, like 2.",
    { value: 0 },
  ),
  times: optional(count, "How many requests it applies to, like 3.", { words: "no limit" }),
  probability: optional(
    probability,
    "The share of matching requests that it applies to, like 0.2 for one in five.",
    { value: 1, words: "1, every request" },
  ),
  delay: optional(
    v.union(
      [
        duration,
        v.strictObject(
          {
            min: required(duration, "The shortest delay, like 200ms."),
            max: required(duration, "The longest delay, like 2s."),
          },
          "a mapping of min and max",
        ),
      ],
      "a duration like 1500ms, or a mapping of min and max",
    ),
    "How long it delays the response, like 1500ms, or a mapping of min and max for a random delay.",
  ),
  respond: optional(
    ofKind("response", v.picklist(FAULT_STATUSES)),
    "The status that it responds with instead of the normal response, like 429.",
  ),
  drop: optional(
    v.picklist(["before", "midway"]),
    "Closes the connection before the response, or midway through it.",
  ),
  off: optional(flag, "Whether it is switched off, and hits no request.", { value: false }),
});

export const FaultRulesSchema = v.array(FaultSeedSchema, "a list of fault rules");
