// What the panels get: the page's environment, what the sandbox knows, and what the request asks for.
import type { ScenarioSummary } from "../../seeds/overlay/scenarios.ts";
import type { Exchange } from "../../world/journal/exchange.ts";
import { type PageEnv, rootOf } from "../layout/page-env.ts";

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

/** What is asked of the page in its address, beside its path. */
export interface Query {
  /** What the panel's list is searched for, in lower case; empty for nothing. */
  readonly find: string;
  /** What the requests are searched for; empty for all. */
  readonly q: string;
  /** How many entries of the panel's list are shown at most. */
  readonly show: number;
  /** How many requests are shown at most. */
  readonly rows: number;
  /** Whether bodies are shown in full. */
  readonly all: boolean;
  /** The id of the request that the open one is compared with; empty for none. */
  readonly with: string;
}

export interface View extends PageEnv, SandboxKnowledge, Query {
  /** The name of the panel that was asked for; undefined on the first page, which is about the requests. */
  readonly panel: string | undefined;
  /** The request that was asked for; the panel then shows all of it. */
  readonly exchange: Exchange | undefined;
  /** The world's time in Unix milliseconds. */
  readonly now: number;
}

/** The props of a part of the dashboard. */
export interface ViewProps {
  readonly view: View;
}

// Why: with these few a page is below 120 KB, with all that it loads, however large the seeds are.
export const SHOWN = 30;

/** How many entries more a list shows where it is asked to. */
export const MORE = 100;

/** How many requests a page shows if nothing else is asked. */
export const ROWS = 50;

/** The path of the dashboard of a world. */
export const dashboardOf = (env: PageEnv, name = env.world.name) =>
  `${rootOf(env, name)}/dashboard`;

/** The query of a page's own address, with some of it changed. */
export function queryWith(
  { q, find, show, rows }: Query,
  changes: Partial<Pick<Query, "show" | "rows">>,
): string {
  const { show: most, rows: count } = { show, rows, ...changes };
  return `?${new URLSearchParams({
    ...(q && { q }),
    ...(find && { find }),
    ...(most !== SHOWN && { show: `${most}` }),
    ...(count !== ROWS && { rows: `${count}` }),
  })}`;
}

/** The address of a place in the dashboard, at which the same requests are shown. */
export function linkTo(
  view: View,
  place: string,
  { q, rows }: Partial<Pick<Query, "q" | "rows">> = view,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(rows !== undefined && rows !== ROWS && { rows: `${rows}` }),
    ...more,
  });
  return `${dashboardOf(view)}${place}${query.size > 0 ? `?${query}` : ""}`;
}
