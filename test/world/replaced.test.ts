// What is left of a world that another replaces: its journal goes on, and nothing else of it is kept.
import { expect, test } from "bun:test";
import { loadTexts, SEEDS, sandbox } from "../support/sandbox.ts";

test.each([
  ["reset", (made: ReturnType<typeof sandbox>) => void made.worlds.reset("default")],
  [
    "edited in its seeds",
    (made: ReturnType<typeof sandbox>, n: number) =>
      void made.reload(loadTexts(`${SEEDS}  listOrder: ${n % 2 ? "oldest" : "newest"}\n`)),
  ],
])("a world that is %s again and again is not kept by its requests", async (_how, replace) => {
  const made = sandbox();
  const old: WeakRef<object>[] = [];
  for (let n = 0; n < 100; n++) {
    await made.call("ping", { key: "mst_acme_full" });
    await made.call("orders", { key: "mst_unknown" });
    old.push(new WeakRef(made.worlds.default));
    replace(made, n);
  }
  await new Promise((resolve) => setImmediate(resolve));
  Bun.gc(true);
  // Why: the collector may take a value on the stack for the address of one of them.
  expect(old.filter((world) => world.deref() !== undefined).length).toBeLessThan(70);
  expect(made.worlds.default.journal.latest(100).all).toBe(200);
});
