// Every tool, in the order in which agents see them.
import type { Tool } from "./tool.ts";
import { CALL_API_TOOL } from "./tools/call-api.ts";
import { CHECK_SEEDS_TOOL } from "./tools/check-seeds.ts";
import { CLOCK_TOOL } from "./tools/clock.ts";
import { CONFORM_TOOL } from "./tools/conform.ts";
import { DOCS_TOOL } from "./tools/docs.ts";
import { FAULTS_TOOL } from "./tools/faults.ts";
import { KEYS_TOOL } from "./tools/keys.ts";
import { WHY_TOOL } from "./tools/why.ts";
import { WORLDS_TOOL } from "./tools/worlds.ts";

export const TOOLS: readonly Tool[] = [
  ...[CALL_API_TOOL, WHY_TOOL, WORLDS_TOOL, KEYS_TOOL, CLOCK_TOOL, FAULTS_TOOL],
  ...[CHECK_SEEDS_TOOL, CONFORM_TOOL, DOCS_TOOL],
];
