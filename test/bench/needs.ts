// What parts of the bench need that may not be there, and what to do then.
import { existsSync } from "node:fs";
import { CHROMIUM } from "../support/chromium.ts";
import { EXECUTABLE } from "./programs.ts";

const NEEDS = {
  wrk: {
    isThere: () => Bun.which("wrk") !== null,
    fix: "wrk, which sends the requests, is not there: `apt-get install wrk` or `brew install wrk` gets it",
  },
  proc: {
    isThere: () => process.platform === "linux",
    fix: "memory is read from /proc, which only Linux has",
  },
  chromium: {
    isThere: () => CHROMIUM !== undefined,
    fix: "Chromium, in which pages are measured, is not there: `apt-get install chromium` gets it",
  },
  build: {
    isThere: () => existsSync(EXECUTABLE),
    fix: "dist/ is not built: `npm run build` does that",
  },
} as const;

export type Need = keyof typeof NEEDS;

/** Says what is missing, each with a fix. */
export function findMissing(needs: Iterable<Need>): string[] {
  return [...new Set(needs)]
    .filter((need) => !NEEDS[need].isThere())
    .map((need) => NEEDS[need].fix);
}
