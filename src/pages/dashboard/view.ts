// What the panels get: the page's environment, what the sandbox knows, and what the request asks for.
import type { ScenarioSummary } from "../../seeds/overlay/scenarios.ts";
import { DEFAULT_WORLD } from "../../seeds/read/scenarios.ts";
import type { PageEnv } from "../layout/page-env.ts";

/** What became of the last edit of the seeds. */
export interface LastEdit {
  /** How many edits there were, good ones and bad ones. */
  readonly number: number;
  /** What is wrong with the last one, in full; undefined where it is served. */
  readonly mistakes: string | undefined;
}

export interface SandboxKnowledge {
  scenarios(): readonly ScenarioSummary[];
  lastEdit(): LastEdit;
}

export interface View extends PageEnv, SandboxKnowledge {
  /** The name of the panel that was asked for; undefined on the first page, which is about the requests. */
  readonly panel: string | undefined;
  /** What the panel's list is to be searched for, in lower case; empty for nothing. */
  readonly find: string;
  /** The world's time in Unix milliseconds. */
  readonly now: number;
}

/** The path of the dashboard of a world. */
export function dashboardOf({ root, world }: PageEnv, name = world.name): string {
  if (name === world.name) return `${root}/dashboard`;
  const top = world.name === DEFAULT_WORLD ? root : root.slice(0, -`/w/${world.name}`.length);
  return name === DEFAULT_WORLD ? `${top}/dashboard` : `${top}/w/${name}/dashboard`;
}
