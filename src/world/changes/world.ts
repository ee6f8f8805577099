// Creates a world for a test, from the seeds or a scenario, with or without changes.
import * as v from "valibot";
import { isMapping } from "../../shared/mapping.ts";
import { pointerTo } from "../../shared/pointer.ts";
import { parseDuration } from "../../shared/times.ts";
import { InvalidInputError } from "../invalid-input.ts";
import type { World } from "../world.ts";
import { WorldError } from "../world-error.ts";
import type { Worlds } from "../worlds.ts";
import { TtlSchema, type WantedWorld } from "./making.ts";
import { applyToLayer, OverlaySchema } from "./overlay.ts";

/** What a world is to be made from. */
export const WantedWorldSchema = v.strictObject({
  scenario: v.exactOptional(v.pipe(v.string("text"), v.description("The scenario to start from."))),
  seeds: v.exactOptional(
    v.pipe(
      OverlaySchema,
      v.description("Changes to apply on top, with the fields of a scenario file."),
    ),
  ),
  ttl: v.exactOptional(
    v.pipe(
      TtlSchema,
      v.description("How long it exists, such as 12h or 7d. Default and maximum: --world-ttl."),
    ),
  ),
});

export const NewWorldSchema = v.strictObject({
  name: v.exactOptional(
    v.pipe(v.string("text"), v.description("The name in its address. Default: a generated name.")),
  ),
  ...WantedWorldSchema.entries,
});

export interface NewWorld extends WantedWorld {
  /** The name in its address. Default: a generated name. */
  readonly name?: string | undefined;
}

/** Makes a world. Throws `WorldError`, `InvalidInputError` and `InvalidChangeError`. */
export function makeWorld(worlds: Worlds, { name, ...wanted }: NewWorld): World {
  const { scenario, seeds, ttl } = wanted;
  const layer = worlds.layerOf(scenario);
  const lifetime = readTtl(ttl, worlds.ttl, "--world-ttl");
  const changed = applyToLayer(layer, seeds, worlds.now());
  const expiresAt = lifetime && worlds.now() + lifetime;
  return worlds.create(name ?? worlds.freeName(), changed, { wanted, expiresAt });
}

/**
 * Makes a world, or finds the one that was made from the same before. Throws `WorldError`, `InvalidInputError` and
 * `InvalidChangeError`.
 */
export function ensureWorld(worlds: Worlds, name: string, wanted: WantedWorld): World {
  const making = worlds.makingOf(name);
  if (making === undefined) return makeWorld(worlds, { name, ...wanted });
  requireSame(name, making.wanted, wanted);
  return worlds.get(name);
}

/** Requires that a world was made from what is asked for. Throws `WorldError`. */
export function requireSame(name: string, made: WantedWorld, wanted: WantedWorld): void {
  const different = firstDifference(made, wanted);
  if (different === undefined) return;
  const { pointer, before, after } = different;
  const [had, has] = [before, after].map((value) => JSON.stringify(value) ?? "nothing");
  const fix = "Ask for the same, delete the world first, or use another name.";
  throw new WorldError(
    "conflict",
    `The world ${name} was made with ${had} at ${pointer}, received ${has}. ${fix}`,
  );
}

/** Reads a lifetime, in milliseconds; `most` is the value of a `setting`. Throws `InvalidInputError`. */
export function readTtl(ttl: string | undefined, most: string | undefined, setting: string) {
  const limit = parseDuration(most ?? "");
  const ms = parseDuration(ttl ?? "") ?? limit;
  if (ms === undefined || limit === undefined || ms <= limit) return ms;
  const message = `must be at most ${most}, the value of ${setting}`;
  throw new InvalidInputError("body", [{ path: "/ttl", message }]);
}

interface Difference {
  /** A JSON pointer. */
  readonly pointer: string;
  /** What is there; undefined if nothing is. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Finds the first difference of two values of JSON; undefined if they are equal. */
function firstDifference(
  before: unknown,
  after: unknown,
  path: readonly (string | number)[] = [],
): Difference | undefined {
  if (Object.is(before, after)) return undefined;
  const areAlike =
    Array.isArray(before) === Array.isArray(after) && [before, after].every(isStructured);
  if (!areAlike) return { pointer: pointerTo(path), before, after };
  const [a, b] = [Object(before), Object(after)];
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const different = firstDifference(a[name], b[name], [...path, name]);
    if (different !== undefined) return different;
  }
  return undefined;
}

const isStructured = (value: unknown) => Array.isArray(value) || isMapping(value);
