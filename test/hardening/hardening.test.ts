// What `npm run harden` tries at full size, held here on both programs at a size that is quick, and without a look
// at the time.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Row } from "./part.ts";
import { provoke } from "./parts/bugs.ts";
import { addOrders, changeOften, reloadOften } from "./parts/changes.ts";
import { CAN_MOUNT, fillDisk } from "./parts/disks.ts";
import { killAndStart, stopUnderLoad } from "./parts/ends.ts";
import { FAKETIME, jumpClock, removeSeeds } from "./parts/faults.ts";
import { sendAll } from "./parts/inputs.ts";
import { comeAndGo } from "./parts/memory.ts";
import { loseModules } from "./parts/modules.ts";
import { closeOutput } from "./parts/outputs.ts";
import { probeBeside } from "./parts/slow.ts";
import { PROGRAMS, type ProgramName } from "./target.ts";

setDefaultTimeout(60_000);

const directory = mkdtempSync(join(tmpdir(), "merchant-sandbox-harden-"));
afterAll(() => rmSync(directory, { recursive: true }));

const programs = Object.keys(PROGRAMS) as ProgramName[];

// Why: memory, disks and the process itself are looked at as Linux shows them.
describe.skipIf(process.platform !== "linux").each(programs)("under attack the %s", (program) => {
  const attack = { program, directory };

  test("responds to or closes whatever is sent, reveals no key, and escapes what it repeats", async () => {
    holds(await sendAll(program, "json", 48));
    holds(await sendAll(program, "pretty", 192));
  });

  test("responds while other clients take for ever", async () => {
    holds(await probeBeside(program, 90));
  });

  test("keeps nothing open of clients of the live log that left", async () => {
    holds(await comeAndGo(program, 150));
  });

  test("keeps serving while its seeds are missing, and then serves their replacement", async () => {
    holds([await removeSeeds(attack)]);
  });

  test.skipIf(!CAN_MOUNT)("reports a full disk, and leaves no files", async () => {
    holds(await fillDisk(attack));
  });

  test("goes on if nobody takes what it writes", async () => {
    holds(await closeOutput(attack, 0));
  });

  test.skipIf(FAKETIME === undefined)(
    "follows the machine's clock, even if that jumps",
    async () => {
      holds(await jumpClock(attack));
    },
  );

  test("completes the requests that came before the stop signal", async () => {
    holds([await stopUnderLoad(attack, 16, 200)]);
  });

  test("starts on the same ports after it is killed, with its ready file complete or missing", async () => {
    holds(await killAndStart(attack, 3));
  });

  test("responds to a bug with an id, logs its stack, and goes on", async () => {
    holds(await provoke(attack));
  });

  // Why: this only tries the parts; that changes and edits are served under Node is held by test/runtimes.
  if (program === "executable")
    test("is changed and edited often, one change after the other", async () => {
      for (const row of [
        await addOrders(attack, 100),
        await changeOften(attack, 100),
        await reloadOften(attack, 10),
      ]) {
        expect(row.figure).toMatch(/^\d+ MB after a tenth to warm up; then (?:\d+, ){8}\d+ MB/);
      }
    });

  // Why: the executable is one file, and has none that could go.
  if (program === "Node")
    test("goes on without a module that was removed", async () => {
      holds(await loseModules(attack));
    });
});

/** What did not hold is shown with what was seen. */
function holds(rows: readonly Row[]): void {
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ held }) => !held)).toEqual([]);
}
