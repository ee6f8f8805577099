// What an entry of `faults` may hold: which requests it is for, and what it does to them.
import * as v from "valibot";
import { ENDPOINT_NAMES } from "../../contract/endpoints.ts";
import { FAULT_STATUSES } from "../../contract/errors.ts";
import { count, duration, optional, probability, required, text, whole } from "./fields.ts";

export const FaultSeedSchema = v.strictObject({
  endpoint: optional(
    v.picklist([...ENDPOINT_NAMES, "any"]),
    "Which endpoint's requests it is for.",
    { value: "any" },
  ),
  key: optional(text("a key"), "The key whose requests it is for.", { words: "any" }),
  merchant: optional(
    text("a merchant's slug or id"),
    "The merchant, by slug or id, whose keys' requests it is for.",
    { words: "any" },
  ),
  after: optional(
    whole("a whole number, 0 or more", 0),
    "How many requests it lets pass first, like 2.",
    { value: 0 },
  ),
  times: optional(count, "How many requests it then hits, like 3.", { words: "all that come" }),
  probability: optional(
    probability,
    "The share of requests that it hits, like 0.2 for one in five; its delay and drop come together.",
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
      "a length of time like 1500ms, or a mapping of min and max",
    ),
    "How long it holds the response back, like 1500ms, or a mapping of min and max for one in between.",
  ),
  respond: optional(
    v.picklist(FAULT_STATUSES),
    "The status that it responds with instead of the true response, like 429.",
  ),
  drop: optional(
    v.picklist(["before", "midway"]),
    "Closes the connection: before the response, or in the middle of it.",
  ),
});

export const FaultRulesSchema = v.array(FaultSeedSchema, "a list of fault rules");
