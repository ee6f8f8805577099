// What a saver writes: the parts that a request has changed, however much there is beside them.
import { describe, expect, test } from "bun:test";
import { createSaver } from "../../src/persist/save-parts.ts";
import { addOrder } from "../../src/world/changes/orders.ts";
import { changeWorld } from "../../src/world/changes/overlay.ts";
import { bodyFor, IDS, NOW, SEEDS } from "../support/sandbox.ts";
import { createSleeper } from "../world/sleeper.ts";

const seeds = SEEDS.replace("rateLimit: off", "rateLimit: { capacity: 5, refillPerSecond: 1 }");

const made = (text = seeds) => createSleeper({ seeds: text, world: "w", made: {} });

/** The names of the parts that were written, and of those that were taken away. */
const namesOf = (written: readonly (readonly [part: string, json: string | undefined])[]) =>
  written.map(([part, json]) => (json === undefined ? `-${part}` : part)).toSorted();

const requestNames = (count: number, prefix = "") =>
  Array.from({ length: count }, (_, slot) => `${prefix}request/${slot}`).toSorted();

const order = { product: "ATLAS-1", amountMinor: "1" };

describe("a saver writes", () => {
  test("the record of a new world, and then nothing until something has changed", async () => {
    const { save } = await made();
    const record = { start: NOW, clock: { real: true, ahead: 0 } };
    const nothing = { buckets: {}, faults: {} };
    expect(save()).toEqual([["record", JSON.stringify({ ...record, ...nothing, saves: 1 })]]);
    expect(save()).toEqual([]);
  });

  test("of a request one part, with its bucket and the request itself", async () => {
    const { save, call } = await made();
    save();
    await call("orders", { key: "mst_acme_full", world: "w" });
    expect(namesOf(save())).toEqual(["request/0"]);
    await call("ping", { key: "mst_unknown", world: "w" });
    expect(namesOf(save())).toEqual(["request/1"]);
  });

  test("a request when it has its response", async () => {
    const { save, call } = await made(`${seeds}faults: [{ endpoint: ping, delay: 5ms }]\n`);
    save();
    const held = call("ping", { key: "mst_acme_full", world: "w" });
    expect(namesOf(save())).toEqual(["record"]);
    expect(save()).toEqual([]);
    await held;
    expect(namesOf(save())).toEqual(["request/0"]);
  });

  test("the last hundred requests, each instead of the oldest", async () => {
    const { save, call, ask, parts } = await made();
    save();
    const requests = () => namesOf([...parts]).filter((part) => part.startsWith("request/"));
    for (let n = 0; n < 130; n++) await call("ping", { world: "w" });
    expect(save()).toHaveLength(100);
    for (const slot of [0, 1]) {
      await call("ping", { world: "w" });
      expect(namesOf(save())).toEqual([`request/${slot}`]);
    }
    expect(requests()).toHaveLength(100);
    await ask("DELETE", "/worlds/w/requests");
    expect(namesOf(save())).toEqual([...requestNames(100, "-"), "record"]);
    expect(requests()).toEqual([]);
    await call("ping", { world: "w" });
    expect(namesOf(save())).toEqual(["request/0"]);
  });

  test("fewer requests if they are long, each instead of the oldest", async () => {
    const { save, call, sleep, parts } = await made();
    const requests = () => namesOf([...parts]).filter((part) => part.startsWith("request/"));
    const headers = { "X-Long": "x".repeat(150_000) };
    for (let n = 0; n < 9; n++) await call("ping", { world: "w", headers });
    save();
    expect(requests()).toEqual(requestNames(7));
    const slept = sleep();
    await slept.call("ping", { world: "w", headers });
    expect(namesOf(slept.save())).toEqual(["request/2"]);
    const longer = { "X-Long": "x".repeat(400_000) };
    await slept.call("ping", { world: "w", headers: longer });
    expect(namesOf(slept.save())).toEqual(["-request/4", "request/3"]);
  });

  test.each([0, 1, 7])("%i requests if it is asked to keep as many", async (kept) => {
    const world = { seeds, world: "w", made: {} };
    const { save, call, sleep } = await createSleeper({ ...world, keptRequests: kept });
    for (let n = 0; n < 5; n++) await call("ping", { key: "mst_acme_full", world: "w" });
    save();
    const { parts, worlds } = sleep();
    expect(namesOf([...parts])).toEqual(["record", ...requestNames(Math.min(kept, 5))]);
    expect(Object.values(worlds.get("w").save().buckets)).toEqual([{ tokens: 0, at: NOW }]);
  });

  test("the bodies of requests as the journal has them", async () => {
    const text = "x".repeat(199);
    const { save, call, sleep, worlds } = await made(
      `${seeds}  errorBody: json\nfaults: []\n`.replace("state: REFUNDED", `state: ${text}é`),
    );
    await call("orders", { key: "mst_acme_full", world: "w" });
    const body = JSON.stringify({ productId: IDS.atlas, text: `é${text.repeat(90)}` });
    await call("checkout-links", { key: "mst_acme_full", world: "w", body });
    await call("checkout-links", { key: "mst_acme_full", world: "w", body: bodyFor(IDS.atlas) });
    save();
    const slept = sleep();
    expect(slept.worlds.get("w").journal.list()).toEqual(worlds.get("w").journal.list());
  });

  test("as little for the hundredth order as for the second", async () => {
    const { save, must } = await made();
    save();
    const add = async () => {
      await must(201, "POST", "/worlds/w/orders", order);
      return save();
    };
    const [, second] = [await add(), await add()];
    for (let n = 2; n < 99; n++) await add();
    const last = await add();
    expect(namesOf(last)).toEqual(["change/99"]);
    const sizeOf = (written: typeof last) => JSON.stringify(written).length;
    expect(sizeOf(last)).toBeLessThan(sizeOf(second) + 10);
  });

  test("a snapshot in the place of a log that has become long", async () => {
    const { save, must, parts } = await made();
    save();
    for (let n = 0; n < 101; n++) await must(201, "POST", "/worlds/w/orders", order);
    save();
    expect(namesOf([...parts])).toEqual(["record", "snapshot"]);
    await must(201, "POST", "/worlds/w/orders", order);
    expect(namesOf(save())).toEqual(["change/0"]);
  });

  test("each change by itself", async () => {
    const { save, must } = await made();
    save();
    await must(200, "POST", "/worlds/w/keys/mst_acme_full/revoke");
    expect(namesOf(save())).toEqual(["change/0"]);
    await must(200, "PUT", "/worlds/w/faults", [{ respond: 500 }, { respond: 503 }]);
    expect(namesOf(save())).toEqual(["change/1"]);
  });

  test("what is left after a reset, and deletes everything else; for a dropped world, everything", async () => {
    const { save, must, call, parts } = await made();
    await must(201, "POST", "/worlds/w/orders", order);
    await must(200, "PUT", "/worlds/w/clock", { frozen: true });
    await call("ping", { key: "mst_acme_full", world: "w" });
    save();
    expect(namesOf([...parts])).toEqual(["record", "request/0", "snapshot"]);
    await must(200, "POST", "/worlds/w/reset");
    save();
    expect(namesOf([...parts])).toEqual(["record"]);
    await must(204, "DELETE", "/worlds/w");
    save();
    expect([...parts]).toEqual([]);
  });

  test("nothing of a change that a request makes of a world that was reset meanwhile", async () => {
    const { save, must, worlds, parts } = await made();
    const before = worlds.get("w");
    save();
    await must(200, "POST", "/worlds/w/reset");
    save();
    if (before) addOrder(before, order);
    save();
    expect(namesOf([...parts])).toEqual(["record"]);
  });

  test("a snapshot in the place of few changes that are long", async () => {
    const { save, worlds, parts } = await made();
    save();
    const world = worlds.get("w");
    if (world === undefined) throw new TypeError("there is no such world");
    const change = (letter: string) =>
      changeWorld(world, {
        keys: Array.from({ length: 600 }, (_, n) => ({
          key: `mst_${letter}_number_${n}`,
          merchant: "acme",
          // Why: a change of half a million characters.
          scopes: Array.from({ length: 60 }, () => "checkout:links"),
        })),
      });
    change("a");
    save();
    expect(namesOf([...parts])).toEqual(["change/0", "record"]);
    change("b");
    save();
    expect(namesOf([...parts])).toEqual(["record", "snapshot"]);
  });

  test("what a write that failed has left out, the next time", async () => {
    const { worlds, call } = await made();
    const parts = new Map<string, string | undefined>();
    let isFull = true;
    const saver = createSaver(
      () => worlds.get("w"),
      (part, json) => {
        if (isFull && part.startsWith("request")) throw new RangeError("no room");
        parts.set(part, json);
      },
    );
    await call("ping", { key: "mst_acme_full", world: "w" });
    expect(() => saver.save()).toThrow("no room");
    isFull = false;
    saver.save();
    expect(namesOf([...parts])).toEqual(["record", "request/0"]);
  });
});
