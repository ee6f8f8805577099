// Errors on purpose.
import * as v from "valibot";
import { optional } from "../../model/fields.ts";
import { defineTool, formatItems, need, sandboxOf, worldField } from "../tool.ts";

const MOST = 30;

export const FAULTS_TOOL = defineTool({
  name: "faults",
  title: "Make requests fail on purpose",
  description:
    "Makes requests fail on purpose: late, replaced or cut off responses. `set` replaces all rules of the world. Use a world of your own.",
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  input: v.strictObject({
    action: v.picklist(["list", "set", "clear"]),
    world: worldField,
    faults: optional(
      v.array(v.record(v.string(), v.unknown())),
      'set: the rules, as [{"endpoint":"orders","respond":503,"times":1}]. Fields: endpoint, key, merchant, after, times, probability, delay ("1500ms"), respond (a status), drop (before, midway).',
    ),
  }),
  async run({ action, faults, ...input }, context) {
    const { control, params } = await sandboxOf(input, context);
    const put = (body: unknown) => control.call("PUT /worlds/:world/faults", { params, body });
    const rules =
      action === "list"
        ? await control.call("GET /worlds/:world/faults", { params })
        : await put(action === "clear" ? [] : need(faults, "faults", action));
    if (rules.length === 0) return `The world ${params.world} has no faults.`;
    const narrow = "GET /_sandbox/worlds/WORLD/faults lists all.";
    return formatItems(rules, (rule) => JSON.stringify(rule), { most: MOST, narrow });
  },
});
