// Nothing here measures time: where a change is not reported, a deadline ends it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { EventEmitter } from "node:events";
import fs from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type WatchOptions, watch } from "../../src/runtime/watch.ts";
import { buildForms, type Fixture, FORMS, type Run } from "./forms.ts";
import { remove, WAYS } from "./watch-ways.ts";

setDefaultTimeout(60_000);

describe("watching", () => {
  const runs = new Map<string, Promise<Run>>();
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await buildForms("watch-fixture.ts");
    for (const form of FORMS) {
      for (const means of ["events", "poll"])
        runs.set(`${means} ${form}`, fixture.run(form, means));
    }
  });
  afterAll(() => fixture.remove());

  const reported = Object.keys(WAYS).map((name) => ({ name, reported: "both" }));

  test.each(FORMS)("reports every kind of edit on %s by events, and ends", async (form) => {
    expect(await runs.get(`events ${form}`)).toEqual({
      reports: reported,
      stderr: "",
      exitCode: 0,
    });
  });

  test.each(FORMS)("reports every kind of edit on %s by polling, and ends", async (form) => {
    expect(await runs.get(`poll ${form}`)).toEqual({ reports: reported, stderr: "", exitCode: 0 });
  });
});

describe("a watcher", () => {
  let root: string;
  let file: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "merchant-sandbox-watch-"));
    file = join(root, "keys.yaml");
  });
  afterAll(() => remove(root));

  test("reports many edits once they pause", async () => {
    await using watched = await watching();
    for (let n = 0; n < 50; n++) fs.appendFileSync(file, "more\n");
    await watched.call(1);
    fs.writeFileSync(join(root, "another.yaml"), "");
    await watched.call(2);
    expect(watched.calls()).toBe(2);
  });

  test("reports edits that never pause", async () => {
    const opened = spyOn(fs, "watch");
    await using watched = await watching();
    const listeners = opened.mock.calls.map((call) => call.at(-1));
    opened.mockRestore();
    while (watched.calls() < 2) {
      for (const tell of listeners) if (typeof tell === "function") tell("change", "keys.yaml");
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  });

  test("reports an edit again while the first is being handled, but not before", async () => {
    const gate = Promise.withResolvers<void>();
    let dealing = 0;
    let most = 0;
    await using watched = await watching({
      async onChange() {
        most = Math.max(most, ++dealing);
        await gate.promise;
        dealing--;
      },
    });
    await using other = await watching();
    await writeFile(file, "first");
    await watched.call(1);
    await other.call(1);
    await writeFile(file, "second");
    await other.call(2);
    await writeFile(file, "third");
    await other.call(3);
    expect(watched.calls()).toBe(1);
    gate.resolve();
    await watched.call(2);
    expect({ calls: watched.calls(), most }).toEqual({ calls: 2, most: 1 });
  });

  test.each([false, true])("reports nothing after it is closed, with polling %p", async (poll) => {
    await using closed = await watching({ poll });
    await using rung = await watching({ poll });
    await using other = await watching({ poll });
    closed.close();
    await writeFile(file, `after the close of one, ${poll}`);
    await other.call(1);
    fs.writeFileSync(file, `just before the close of the other, ${poll}`);
    rung.close();
    const calls = rung.calls();
    await other.call(2);
    expect([closed.calls(), rung.calls()]).toEqual([0, calls]);
  });

  test("polls if no events are available, and says why", async () => {
    const refused = spyOn(fs, "watch").mockImplementation(() => {
      throw Object.assign(new Error("ENOSPC: no watches left"), { code: "ENOSPC" });
    });
    const reasons: string[] = [];
    await using watched = await watching({ onFallback: (reason) => void reasons.push(reason) });
    refused.mockRestore();
    await writeFile(file, "seen by polling");
    await watched.call(1);
    expect(reasons).toEqual(["ENOSPC: no watches left"]);
  });

  test("polls if events fail later", async () => {
    const opened = spyOn(fs, "watch");
    const reasons: string[] = [];
    await using watched = await watching({ onFallback: (reason) => void reasons.push(reason) });
    const watchers = opened.mock.results.map(({ value }) => value).filter(isEmitter);
    opened.mockRestore();
    for (const watcher of watchers) watcher.emit("error", new Error("EIO: the device is gone"));
    await watched.call(1);
    await writeFile(file, "seen by polling");
    await watched.call(2);
    expect({ reasons, watchers: watchers.length }).toEqual({
      reasons: ["EIO: the device is gone"],
      watchers: 1,
    });
  });

  const isEmitter = (value: unknown) => value instanceof EventEmitter;

  /** Watches the directory, and counts the calls. */
  async function watching(options: Partial<WatchOptions> = {}) {
    let calls = 0;
    let wake = () => {};
    const watcher = await watch({
      path: root,
      pollMs: 10,
      ...options,
      async onChange() {
        calls++;
        wake();
        await options.onChange?.();
      },
    });
    return {
      calls: () => calls,
      close: () => watcher.close(),
      async call(count: number) {
        while (calls < count) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      },
      [Symbol.asyncDispose]: async () => watcher.close(),
    };
  }
});
