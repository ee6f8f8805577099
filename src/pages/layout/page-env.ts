// What every page knows about the sandbox that serves it.
import type { Location } from "../../world/locate-world.ts";
import type { World } from "../../world/world.ts";

export interface PageEnv {
  readonly version: string;
  readonly world: World;
  /** Finds the current world of a name. A reset replaces the world. */
  findWorld(name: string): World | undefined;
  /** The names of all worlds. There may be thousands. */
  worldNames(): readonly string[];
  /** The advertised addresses of the world. */
  readonly baseUrl: string;
  readonly hostedUrl: string;
  /** The prefix of all paths of the world, like `/w/flaky`; empty for the default world. */
  readonly root: string;
  /** The path after the world's prefix, as it was sent. */
  readonly path: string;
}

/** Creates the environment of a page; `sandbox` is what only the sandbox knows. */
export function describePage(
  { world, path }: Location,
  sandbox: Pick<PageEnv, "version" | "findWorld" | "worldNames" | "baseUrl" | "hostedUrl">,
): PageEnv {
  const root = new URL(sandbox.hostedUrl).pathname.replace(/\/$/, "");
  return { ...sandbox, world, path, root };
}
