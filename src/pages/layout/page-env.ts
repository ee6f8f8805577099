// What every page knows about the sandbox that serves it.
import { DEFAULT_WORLD } from "../../seeds/read/scenarios.ts";
import type { Location } from "../../world/locate-world.ts";
import type { World } from "../../world/world.ts";
import type { Worlds } from "../../world/worlds.ts";

export interface PageEnv {
  readonly version: string;
  readonly world: World;
  /** Finds the current world of a name. A reset replaces the world. */
  findWorld(name: string): World | undefined;
  /** The commands of the program, if the command line started the sandbox. */
  readonly commands?: readonly ListedCommand[] | undefined;
  /** Finds the client's address. */
  readonly peer?: (() => string | undefined) | undefined;
  /** The names of the worlds that the caller may know. There may be thousands. */
  worldNames(): readonly string[];
  /** The advertised addresses of the world. */
  readonly baseUrl: string;
  readonly hostedUrl: string;
  /** The prefix of all paths of the world, like `/w/flaky`; empty for the default world. */
  readonly root: string;
  /** The path after the world's prefix, as it was sent. */
  readonly path: string;
}

/** A command as the help lists it. */
export interface ListedCommand {
  readonly name: string;
  readonly summary: string;
}

interface PageFacts
  extends Pick<PageEnv, "version" | "commands" | "peer" | "baseUrl" | "hostedUrl"> {
  /** Whether the caller may use the control API of all worlds. */
  readonly seesAll: boolean;
}

/** Creates the environment of a page from what only the sandbox knows. */
export function describePage(
  { world, path }: Location,
  worlds: Worlds,
  { seesAll, ...facts }: PageFacts,
): PageEnv {
  const root = new URL(facts.hostedUrl).pathname.replace(/\/$/, "");
  const worldNames = () => (seesAll ? worlds.names() : publicNames(world, worlds));
  return { ...facts, findWorld: worlds.find, worldNames, world, path, root };
}

/** The names on the pages of a world for callers who may know no world that others have made. */
function publicNames({ name }: World, { names, makingOf }: Worlds): readonly string[] {
  const isSeeded = (name: string) => makingOf(name) === undefined;
  return isSeeded(name) ? names().filter(isSeeded) : [name];
}

/** The prefix of all paths of another world, as `root` is that of the page's own. */
export function rootOf({ root, world }: Pick<PageEnv, "root" | "world">, name: string): string {
  if (name === world.name) return root;
  const top = world.name === DEFAULT_WORLD ? root : root.slice(0, -`/w/${world.name}`.length);
  return name === DEFAULT_WORLD ? top : `${top}/w/${name}`;
}
