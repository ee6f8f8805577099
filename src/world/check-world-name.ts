// What a world may be called, and which scenario it may be made from.
import type { SeedSet } from "../seeds/overlay/scenarios.ts";
import { WORLD_NAME } from "../seeds/read/scenarios.ts";
import type { Layer } from "../seeds/resolve/layer.ts";
import { suggest } from "../shared/closest-match.ts";
import { WorldError } from "./world-error.ts";

/** Throws `WorldError` if a world cannot have a name. */
export function checkWorldName(name: unknown): void {
  // Why: a test in plain JavaScript may pass a number, which works like its text.
  if (typeof name === "string" && WORLD_NAME.test(name)) return;
  const must = "must have 1 to 64 characters: a–z and 0–9, and after the first also . _ and -";
  const valid = toWorldName(String(name));
  const hint = valid === "" ? "Give no name" : `Use ${JSON.stringify(valid)}, or give no name`;
  const message = `A world's name ${must}, received ${JSON.stringify(name)}`;
  throw new WorldError("bad-name", `${message}. ${hint} to get a generated one.`);
}

/** Makes a valid name of a text; empty if nothing in it can be in a name. */
export function toWorldName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|-+$/g, "")
    .slice(0, 64);
}

/** Finds the layer of a scenario, or of the base if none is named. Throws `WorldError`. */
export function findLayer(
  { base, scenarios, ofScenario }: SeedSet,
  name: string | undefined,
): Layer {
  const layer = name === undefined ? base : ofScenario(name);
  if (layer !== undefined) return layer;
  const known = scenarios.map((scenario) => scenario.name);
  const hint = suggest(name ?? "", known) ?? `Known: ${known.join(", ") || "none"}.`;
  const message = `There is no scenario called ${JSON.stringify(name)}. ${hint}`;
  throw new WorldError("not-found", message);
}
