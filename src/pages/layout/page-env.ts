// What every page knows of the sandbox that serves it.
import type { Location } from "../../world/locate-world.ts";
import type { World } from "../../world/world.ts";

export interface PageEnv {
  readonly version: string;
  readonly world: World;
  /** Finds a world as it is now: a reset makes another of its name. */
  findWorld(name: string): World | undefined;
  /** The names of all worlds, of which there may be thousands. */
  worldNames(): readonly string[];
  /** The advertised addresses of the world. */
  readonly baseUrl: string;
  readonly hostedUrl: string;
  /** What stands in front of the paths of links into the world, like `/w/flaky`; empty for the default one. */
  readonly root: string;
  /** The path behind the world's prefix, as it was sent. */
  readonly path: string;
}

/** Describes a world to its pages; `told` is what only the sandbox knows. */
export function describePage(
  { world, path }: Location,
  told: Pick<PageEnv, "version" | "findWorld" | "worldNames" | "baseUrl" | "hostedUrl">,
): PageEnv {
  const root = new URL(told.hostedUrl).pathname.replace(/\/$/, "");
  return { ...told, world, path, root };
}
