// How long answers stop while seeds are reloaded: one client asks without a break, and its longest wait
// around an edit stands against the longest without one.
import { join } from "node:path";
import * as v from "valibot";
import { compare, formatCount } from "../figure.ts";
import { writeOrders } from "../orders.ts";
import { inPairs } from "../pairs.ts";
import type { Part } from "../part.ts";
import { EXECUTABLE, FLAGS } from "../programs.ts";
import { ask, requestsFor, type SentRequest } from "../requests.ts";
import { type Server, startServer } from "../server.ts";

const ORDERS = 10_000;
const QUIET_REQUESTS = 2_000;

export const reload: Part = {
  title: "Reloading seeds",
  summary: "the longest wait for an answer while seeds are reloaded, against that without a reload",
  needs: ["build"],
  async measure({ quick, directory, say }) {
    const title = `${formatCount(ORDERS)} orders`;
    say(title);
    const seeds = join(directory, "reloaded");
    const file = join(seeds, "orders.yaml");
    const text = writeOrders(ORDERS);
    await Bun.write(file, text);
    const flags = [...FLAGS, "--rate-limit", "off", "--seeds", seeds];
    await using server = await startServer([EXECUTABLE, ...flags]);
    const { ping } = await requestsFor(server);
    const quiet = () => longestWait(server, ping, (count) => count >= QUIET_REQUESTS);
    await quiet();
    const pairs = await inPairs(
      quick ? 3 : 15,
      async () => {
        const revision = await revisionOf(server);
        await Bun.write(file, `${text}# edited at ${revision}\n`);
        return longestWait(server, ping, (_count, current) => current > revision);
      },
      quiet,
    );
    const label = { what: `the longest wait while ${title} are reloaded`, unit: "ms" };
    return { rows: [compare(label, "without a reload", pairs)] };
  },
};

const HealthSchema = v.object({ seeds: v.object({ revision: v.number() }) });

/** Asks one thing after the other until it is enough; returns the longest wait, in milliseconds. */
async function longestWait(
  server: Server,
  ping: SentRequest,
  isEnough: (count: number, revision: number) => boolean,
): Promise<number> {
  let longest = 0;
  for (let count = 1; ; count++) {
    const started = performance.now();
    await ask(server.baseUrl, ping);
    const asked = performance.now();
    const revision = await revisionOf(server);
    // Why: what stops the answers may stop either of them.
    longest = Math.max(longest, asked - started, performance.now() - asked);
    if (isEnough(count, revision)) return longest;
  }
}

async function revisionOf({ controlUrl }: Server): Promise<number> {
  const answer = await fetch(`${controlUrl}/health`);
  return v.parse(HealthSchema, await answer.json()).seeds.revision;
}
