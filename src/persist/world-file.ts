// The files of a state directory: a world that a test made, with everything that it needs except its seeds, and the
// seeds that worlds were made from.
import * as v from "valibot";
import { resolveSeeds, type SeedSet } from "../seeds/overlay/scenarios.ts";
import type { Making } from "../world/changes/making.ts";
import { WantedWorldSchema } from "../world/changes/world.ts";
import { OverridesSchema, SeedsSchema } from "./format.ts";
import { readJson, type SavedParts } from "./parts.ts";

// Why: a later version of the program may write another format.
const VERSION = 1;

export const SEEDS_FILE = /^seeds-[\da-f-]{36}\.json$/;
export const WORLD_FILE = /^world-(.+)\.json$/;
/** What the checkout signs its forms with. */
export const FORM_SECRET_FILE = "form-secret";
export const worldFileOf = (world: string) => `world-${world}.json`;

/** The end of the names of files that could not be read when a world of their name was made. */
export const UNREAD = ".unread";

/** Whether a file is one of the directory's own. Hidden files are of the system or an editor. */
export const isOwnFile = (file: string) =>
  SEEDS_FILE.test(file) || file === FORM_SECRET_FILE || /^lock(?:\.|$)|^\./.test(file);

/** The files of a directory. */
export interface Files {
  names(): readonly string[];
  read(name: string): string;
  write(name: string, text: string): void;
  remove(name: string): void;
  rename(name: string, to: string): void;
}

const OriginSchema = v.strictObject({
  /** The file of its seeds. */
  seeds: v.pipe(v.string(), v.regex(SEEDS_FILE)),
  scenario: v.exactOptional(v.string()),
  /** When it was made, in Unix milliseconds. */
  madeAt: v.number(),
});
/** What the layer of a world is made from, besides the changes that its maker asked for. */
export type WorldOrigin = v.InferInput<typeof OriginSchema>;

const WorldFileSchema = v.strictObject({
  version: v.literal(VERSION),
  name: v.string(),
  making: v.strictObject({
    wanted: WantedWorldSchema,
    expiresAt: v.exactOptional(v.number()),
    secret: v.exactOptional(v.string()),
  }),
  origin: OriginSchema,
  parts: v.record(v.string(), v.unknown()),
});
export type WorldFile = v.InferInput<typeof WorldFileSchema>;

const SeedsFileSchema = v.strictObject({
  version: v.literal(VERSION),
  overrides: OverridesSchema,
  seeds: SeedsSchema,
});

/** Formats the file of a world. `mayNeed` in read-worlds.ts relies on the order: the origin before the parts. */
export function formatWorld(
  name: string,
  making: Making,
  origin: WorldOrigin,
  parts: SavedParts,
): string {
  const head = JSON.stringify({ version: VERSION, name, making, origin });
  // Why: the parts are JSON already.
  const written = Array.from(parts, ([part, json]) => `${JSON.stringify(part)}:${json}`);
  return `${head.slice(0, -1)},"parts":{${written.join(",\n")}}}\n`;
}

/** Reads the file of a world. Throws `SavedPartError`. */
export function readWorldFile(text: string): WorldFile & { readonly saved: SavedParts } {
  const file = readJson(WorldFileSchema, text);
  const parts = Object.entries(file.parts);
  return { ...file, saved: new Map(parts.map(([part, value]) => [part, JSON.stringify(value)])) };
}

/** Formats the file of seeds. */
export function formatSeeds({ seeds, base }: SeedSet): string {
  return `${JSON.stringify({ version: VERSION, overrides: base.source.overrides, seeds })}\n`;
}

/** Reads and resolves the file of seeds, which has a name in errors. Throws `SavedPartError`. */
export function readSeedSet(text: string, file: string, now: number): SeedSet {
  const { seeds, overrides } = readJson(SeedsFileSchema, text, file);
  return resolveSeeds(seeds, overrides, now);
}
