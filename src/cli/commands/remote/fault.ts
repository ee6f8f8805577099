// `fault`: makes requests of a world fail, and lists and clears the rules.
import * as v from "valibot";
import type { CallResult, ControlClient } from "../../../client/control.ts";
import { FaultSeedSchema } from "../../../model/fault-schema.ts";
import { UsageError } from "../../terminal.ts";
import { field, given } from "./field.ts";
import { inWorld, table, verb } from "./remote.ts";

type Fault = CallResult<"GET /worlds/:world/faults">[number];

const { entries } = FaultSeedSchema;

const RULE = {
  endpoint: field(entries.endpoint, "NAME", "requests to this endpoint (default: all)"),
  key: field(entries.key, "KEY", "requests with this key (default: all)"),
  merchant: field(entries.merchant, "NAME", "requests of this merchant (default: all)"),
  respond: field(entries.respond, "STATUS", "respond with this status, such as 503"),
  delay: field(entries.delay, "TIME", "delay the response, such as 1500ms"),
  drop: field(entries.drop, "WHEN", "close the connection, before the response or midway"),
  after: field(entries.after, "N", "how many matching requests pass first (default: 0)"),
  times: field(entries.times, "N", "how many requests it applies to (default: no limit)"),
  probability: field(entries.probability, "N", "the share of requests, such as 0.2 (default: 1)"),
};

export const FAULT = {
  list: verb(
    "List the fault rules",
    inWorld({
      run: async ({ client, world }) =>
        show(await client.call("GET /worlds/:world/faults", { params: { world } })),
    }),
  ),
  set: verb(
    "Make requests fail, with one rule or a list of rules",
    inWorld({
      operands: { "[RULES]": () => v.pipe(v.string(), v.check(isJson, "a list of rules in JSON")) },
      options: RULE,
      notes: [
        "Replaces all rules. RULES is a JSON list of rules with the fields of seeds, in place of the flags:",
        `  merchant-sandbox fault set '[{"endpoint":"orders","respond":503},{"delay":"200ms"}]'`,
      ],
      run({ client, world, options, operands: [rules] }) {
        const { endpoint, key, merchant, respond, delay, drop, after, times, probability } =
          options;
        const rule = given({
          ...{ endpoint, key, merchant, respond, delay, drop },
          ...{ after, times, probability },
        });
        if (rules === undefined) return put(client, world, [rule]);
        if (Object.keys(rule).length === 0) return put(client, world, JSON.parse(rules));
        throw new UsageError("Use flags or RULES, not both.");
      },
    }),
  ),
  clear: verb(
    "Remove all fault rules",
    inWorld({ run: ({ client, world }) => put(client, world, []) }),
  ),
};

async function put(client: ControlClient, world: string, body: unknown) {
  return show(await client.call("PUT /worlds/:world/faults", { params: { world }, body }));
}

function show(faults: readonly Fault[]) {
  const rows = faults.map(({ hits, endpoint = "any", respond, delay, drop, ...others }) => [
    endpoint,
    [
      ...(respond === undefined ? [] : [`respond ${respond}`]),
      ...(delay === undefined ? [] : [`delay ${formatDelay(delay)}`]),
      ...(drop === undefined ? [] : [`drop ${drop}`]),
    ].join(", "),
    Object.entries(others)
      .map(([name, value]) => `${name} ${value}`)
      .join(", "),
    hits,
  ]);
  const lines = table(["ENDPOINT", "FAULT", "IF", "HITS"], rows);
  return { json: faults, lines: rows.length === 0 ? ["No fault rules."] : lines };
}

const formatDelay = (delay: NonNullable<Fault["delay"]>) =>
  typeof delay === "string" ? delay : `${delay.min} to ${delay.max}`;

function isJson(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}
