// From exec to the first 200, on a fresh connection, against a bare executable that was compiled alike.
import { join } from "node:path";
import { ENDPOINTS } from "../../../src/contract/endpoints.ts";
import { compare, type Figure } from "../figure.ts";
import { firstAnswer } from "../first-answer.ts";
import { writeUsualFiles } from "../orders.ts";
import { inPairs } from "../pairs.ts";
import type { Part } from "../part.ts";
import { runProcess } from "../processes.ts";
import { buildBare, EXECUTABLE, FLAGS } from "../programs.ts";
import { REASONS } from "../reasons.ts";
import { startServer } from "../server.ts";
import { TARGETS } from "../targets.ts";

export const start: Part = {
  title: "Start",
  summary: "from exec to the first 200, against a bare executable",
  needs: ["build"],
  async measure({ quick, directory, say }) {
    const bare = await buildBare(directory);
    const seeds = join(directory, "usual");
    await writeUsualFiles(seeds);
    const cases = [
      ["the embedded seeds", () => startOnce([EXECUTABLE, ...FLAGS]), TARGETS.start.embedded],
      [
        "a directory of 100 entries",
        () => startOnce([EXECUTABLE, ...FLAGS, "--seeds", seeds]),
        TARGETS.start.directory,
      ],
      ["exec -- true, to its end", runExec, TARGETS.start.exec],
    ] as const;
    const rows: Figure[] = [];
    for (const [what, measure, target] of cases) {
      say(what);
      const limit = () => startOnce([bare], "/");
      await measure();
      await limit();
      const pairs = await inPairs(quick ? 9 : 61, measure, limit);
      rows.push(compare({ what, unit: "ms", target }, "bare executable", pairs));
    }
    return { rows, reasons: REASONS.start };
  },
};

async function startOnce(
  command: readonly string[],
  path: string = ENDPOINTS.ping.path,
): Promise<number> {
  const started = performance.now();
  await using server = await startServer(command);
  await firstAnswer(server.baseUrl, path, server.apiKey);
  return performance.now() - started;
}

async function runExec(): Promise<number> {
  const started = performance.now();
  await runProcess([EXECUTABLE, "exec", "--", "true"]);
  return performance.now() - started;
}
