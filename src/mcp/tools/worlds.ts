// Worlds: list, show, make, change, reset, drop.
import * as v from "valibot";
import type { CallResult } from "../../client/control.ts";
import { optional } from "../../model/fields.ts";
import { defineTool, formatItems, need, sandboxOf } from "../tool.ts";

const MOST = 30;

const fields = v.record(v.string(), v.unknown());

export const WORLDS_TOOL = defineTool({
  name: "worlds",
  title: "Make, change, reset and drop worlds",
  description:
    "A world is an isolated copy of all data, with its own base URL. Each scenario is a world. `show` returns the base URL and key for your code. `create` makes one for an experiment, so that nobody else's world changes. `change` applies seed fields on top: merchants, keys, products, orders, faults, settings.",
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  input: v.strictObject({
    action: v.picklist(["list", "show", "create", "change", "reset", "drop"]),
    world: optional(
      v.string(),
      "Its name; of `list`, how names begin. Default: this session's world.",
    ),
    scenario: optional(v.string(), "create: the scenario that it starts from."),
    seeds: optional(
      fields,
      'create, change: fields of a scenario file, as {"products":[{"publicCode":"ATLAS-1","status":"DRAFT"}]}.',
    ),
    ttl: optional(v.string(), "create: how long it lives, as 1h."),
  }),
  async run({ action, world: name, scenario, seeds, ttl }, context) {
    const { control, note, params } = await sandboxOf({ world: name }, context);
    switch (action) {
      case "list": {
        const found = await control.call("GET /worlds");
        const scenarios = await control.call("GET /scenarios");
        const about = new Map(scenarios.map((each) => [each.name, each.description]));
        const wanted = found.filter((world) => world.name.startsWith(name ?? ""));
        const format = (each: { name: string }) =>
          `${each.name} ${about.get(each.name) ?? ""}`.trim();
        const narrow = "Narrow them with `world`, how their names begin.";
        const next = 'next: worlds {"action":"show","world":"NAME"} has the base URL of one.';
        return `${formatItems(wanted, format, { most: MOST, narrow })}\n${next}`;
      }
      case "show":
        return [
          describe(await control.call("GET /worlds/:world", { params })),
          ...(note ? [note] : []),
        ].join("\n");
      case "create": {
        const body = { name, scenario, seeds, ttl };
        return `Made. ${describe(await control.call("POST /worlds", { body }))}\nName it in \`world\` of other calls. Drop it when you are done.`;
      }
      case "change": {
        const body = need(seeds, "seeds", action);
        return `Changed. ${describe(await control.call("PATCH /worlds/:world", { params, body }))}`;
      }
      case "reset":
        await control.call("POST /worlds/:world/reset", { params });
        return `The world ${params.world} is as its seeds are. Its request log is empty.`;
      case "drop":
        await control.call("DELETE /worlds/:world", {
          params: { world: need(name, "world", action) },
        });
        return `Deleted the world ${name}.`;
    }
  },
});

type Described = CallResult<"POST /worlds"> & Partial<CallResult<"GET /worlds/:world">>;

function describe({ name, baseUrl, hostedUrl, apiKey, expiresAt, clock, counts }: Described) {
  const facts = { baseUrl, hostedUrl, apiKey, expiresAt, clock, counts };
  const lines = Object.entries(facts).flatMap(([fact, value]) =>
    value === undefined
      ? []
      : [`${fact}: ${typeof value === "string" ? value : JSON.stringify(value)}`],
  );
  return [`World ${name}`, ...lines].join("\n");
}
