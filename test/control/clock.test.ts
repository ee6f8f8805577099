// A world's clock under control, and all that goes by it.
import { describe, expect, test } from "bun:test";
import { startSandbox } from "../../src/index.ts";
import { controlled, misfits, problem } from "./ask.ts";

const CLOCK = "/worlds/default/clock";
const key = "mst_acme_full";
const at = (now: string, frozen: boolean) => ({ now, frozen });
const NOON = "2026-10-17T12:00:00.000Z";

describe("GET …/clock", () => {
  test("returns the time and whether it is frozen", async () => {
    const { must, pass } = controlled();
    expect(await must(200, "GET", CLOCK)).toEqual(at("2026-10-17T09:00:00.000Z", false));
    pass(1.5);
    expect(await must(200, "GET", CLOCK)).toEqual(at("2026-10-17T09:00:01.500Z", false));
  });
});

describe("PUT …/clock", () => {
  test.each([
    ["2026-10-17T12:00:00Z", NOON],
    ["2026-10-17T14:00:00+02:00", NOON],
    ["2026-10-16T12:01:00-23:59", NOON],
    ["2026-10-17T12:00:00.123456789Z", "2026-10-17T12:00:00.123Z"],
    ["now", "2026-10-17T09:00:00.000Z"],
    ["now+3h", NOON],
    ["now-1d", "2026-10-16T09:00:00.000Z"],
    ["now+1h30m", "2026-10-17T10:30:00.000Z"],
    ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("sets it to %s, and it continues from there", async (now, shown) => {
    const { must, pass } = controlled();
    expect(await must(200, "PUT", CLOCK, { now })).toEqual(at(shown, false));
    expect(await must(200, "GET", CLOCK)).toEqual(at(shown, false));
    if (shown.startsWith("9999")) return;
    pass(0.001);
    const later = new Date(Date.parse(shown) + 1).toISOString();
    expect(await must(200, "GET", CLOCK)).toEqual(at(later, false));
  });

  test("resets it to the system's time", async () => {
    const { must, pass, worlds } = controlled();
    await must(200, "PUT", CLOCK, { now: "2030-01-01T00:00:00Z", frozen: true });
    pass(60);
    const back = at("2026-10-17T09:01:00.000Z", false);
    expect(await must(200, "PUT", CLOCK, { real: true })).toEqual(back);
    expect(worlds.default.clock.real).toBe(true);
    await must(422, "PUT", CLOCK, { real: true, frozen: true });
    await must(422, "PUT", CLOCK, { real: false });
  });

  test("counts from the world's own time, which may be set", async () => {
    const { must } = controlled();
    await must(200, "PUT", CLOCK, { now: "2030-01-01T00:00:00Z", frozen: true });
    const next = await must(200, "PUT", CLOCK, { now: "now+1d" });
    expect(next).toEqual(at("2030-01-02T00:00:00.000Z", true));
  });

  test("freezes it at its current time, and lets it continue from there", async () => {
    const { must, pass } = controlled();
    pass(10);
    const stopped = at("2026-10-17T09:00:10.000Z", true);
    expect(await must(200, "PUT", CLOCK, { frozen: true })).toEqual(stopped);
    pass(3_600);
    expect(await must(200, "GET", CLOCK)).toEqual(stopped);
    expect(await must(200, "PUT", CLOCK, { frozen: true })).toEqual(stopped);
    expect(await must(200, "PUT", CLOCK, { frozen: false })).toEqual({ ...stopped, frozen: false });
    pass(1);
    expect(await must(200, "GET", CLOCK)).toEqual(at("2026-10-17T09:00:11.000Z", false));
  });

  test("changes nothing if nothing is given", async () => {
    const { must, worlds } = controlled();
    expect(await must(200, "PUT", CLOCK, {})).toEqual(at("2026-10-17T09:00:00.000Z", false));
    expect(worlds.default.clock.real).toBe(true);
    await must(200, "PUT", CLOCK, { frozen: true });
    expect(await must(200, "PUT", CLOCK, {})).toEqual(at("2026-10-17T09:00:00.000Z", true));
  });

  test.each(["now+8000y", "tomorrow", "2026-10-17", "2026-10-17T09:00:00", "", "Now"])(
    "rejects %j, which is not a time",
    async (now) => {
      const must = "must be a time like 2026-10-17T09:00:00Z or now-3d";
      expect(await controlled().ask("PUT", CLOCK, { now })).toEqual(misfits({ now: must }));
    },
  );

  test.each([
    "2026-02-30T00:00:00Z",
    "2026-10-17T25:00:00Z",
    "now+2920000d",
    "now-999999w",
    "now+999999999999999w",
    "9999-12-31T23:59:59-00:01",
  ])("rejects the impossible time %s, and does not change the clock", async (now) => {
    const { ask, must } = controlled();
    const fix = "Write it like 2026-10-17T09:00:00Z or now+1d, in the years 0 to 9999.";
    expect(await ask("PUT", CLOCK, { now, frozen: true })).toEqual(
      problem(422, "Unprocessable Content", `Invalid time "${now}". ${fix}`, { code: "bad-time" }),
    );
    expect(await must(200, "GET", CLOCK)).toEqual(at("2026-10-17T09:00:00.000Z", false));
  });

  test("freezes it at exactly the time that is set, although time passes", async () => {
    let ms = Date.UTC(2026, 9, 17);
    await using sandbox = await startSandbox({ port: 0, systemTime: () => ms++ });
    const now = "2030-01-01T00:00:00.000Z";
    sandbox.clock.set({ now, frozen: true });
    expect(new Date(sandbox.clock.now()).toISOString()).toBe(now);
  });

  test("rejects what is of another type", async () => {
    expect(await controlled().ask("PUT", CLOCK, { now: 0, frozen: "true", by: "1d" })).toEqual(
      misfits({
        now: "must be a time like 2026-10-17T09:00:00Z or now-3d",
        frozen: "must be true or false",
        by: "unknown field. Known here: now, frozen, real.",
      }),
    );
  });
});

describe("POST …/clock/advance", () => {
  const ADVANCE = `${CLOCK}/advance`;

  test.each([
    ["91d", "2027-01-16T09:00:00.000Z"],
    ["1h30m", "2026-10-17T10:30:00.000Z"],
    ["1ms", "2026-10-17T09:00:00.001Z"],
    ["0s", "2026-10-17T09:00:00.000Z"],
    ["400000w", "9692-12-06T09:00:00.000Z"],
  ])("moves it on by %s, running or frozen", async (by, shown) => {
    for (const frozen of [false, true]) {
      const { must } = controlled();
      await must(200, "PUT", CLOCK, { frozen });
      expect(await must(200, "POST", ADVANCE, { by })).toEqual(at(shown, frozen));
      expect(await must(200, "GET", CLOCK)).toEqual(at(shown, frozen));
    }
  });

  test.each(["2920000d", "500000w", "999999999999999w"])("rejects %s: beyond 9999", async (by) => {
    const { ask, must } = controlled();
    const detail = `The clock cannot advance by "${by}". Write it like 91d, and stay before the year 10000.`;
    expect(await ask("POST", ADVANCE, { by })).toEqual(
      problem(422, "Unprocessable Content", detail, { code: "bad-time" }),
    );
    expect(await must(200, "GET", CLOCK)).toEqual(at("2026-10-17T09:00:00.000Z", false));
  });

  test.each(["-1d", "1.5h", "1", "", "1y", "now+1d", 5])(
    "rejects %j: not a duration",
    async (by) => {
      const must =
        "must be a duration like 91d or 1h30m (units: ms, s, m, h, d, w); to go back, set the clock to a time like now-91d";
      expect(await controlled().ask("POST", ADVANCE, { by })).toEqual(misfits({ by: must }));
    },
  );

  test("rejects a missing duration", async () => {
    expect(await controlled().ask("POST", ADVANCE, {})).toEqual(misfits({ by: "is missing" }));
  });

  test("adds up, however many ask at once", async () => {
    const { must } = controlled();
    await Promise.all(Array.from({ length: 20 }, () => must(200, "POST", ADVANCE, { by: "1h" })));
    expect(await must(200, "GET", CLOCK)).toEqual(at("2026-10-18T05:00:00.000Z", false));
  });
});

describe("the clock controls", () => {
  const ADVANCE = `${CLOCK}/advance`;

  test("the expiry of a key: past it 401, and before it again 200", async () => {
    const { must, call } = controlled();
    const ping = async () => (await call("ping", { key: "mst_acme_expiring" })).status;
    await must(200, "POST", ADVANCE, { by: "59m59s999ms" });
    expect(await ping()).toBe(200);
    await must(200, "POST", ADVANCE, { by: "1ms" });
    expect(await ping()).toBe(401);
    await must(200, "PUT", CLOCK, { now: "now-1ms" });
    expect(await ping()).toBe(200);
  });

  test("the refill of a bucket: past it 200, and a clock that is set back locks nobody out", async () => {
    const { must, call } = controlled();
    const ping = async () => (await call("ping", { key: "mst_acme_once" })).status;
    await must(200, "PUT", CLOCK, { frozen: true });
    expect([await ping(), await ping()]).toEqual([200, 429]);
    await must(200, "POST", ADVANCE, { by: "9s" });
    expect(await ping()).toBe(429);
    await must(200, "POST", ADVANCE, { by: "1s" });
    expect([await ping(), await ping()]).toEqual([200, 429]);
    await must(200, "PUT", CLOCK, { now: "now-1d" });
    expect(await ping()).toBe(429);
    await must(200, "POST", ADVANCE, { by: "10s" });
    expect(await ping()).toBe(200);
  });

  test("the default time of a new order, and the time of a request", async () => {
    const { must, call, worlds } = controlled();
    await must(200, "POST", ADVANCE, { by: "91d" });
    const order = { product: "ATLAS-1", amountMinor: 1 };
    const createdAt = "2027-01-16T09:00:00.000Z";
    expect(await must(201, "POST", "/worlds/default/orders", order)).toMatchObject({ createdAt });
    const before = { ...order, createdAt: "now-1d" };
    expect(await must(201, "POST", "/worlds/default/orders", before)).toMatchObject({
      createdAt: "2027-01-15T09:00:00.000Z",
    });
    await call("orders", { key });
    expect(worlds.default.journal.list().map(({ time }) => time)).toEqual([createdAt]);
  });

  test("the expiry of a key that is created then, which stays the same later", async () => {
    const { must } = controlled();
    await must(200, "POST", ADVANCE, { by: "1d" });
    const fields = { key: "mst_made_here", merchant: "acme", expiresAt: "now+1h" };
    const made = await must(201, "POST", "/worlds/default/keys", fields);
    expect(made).toMatchObject({ expiresAt: "2026-10-18T10:00:00.000Z" });
    await must(200, "POST", ADVANCE, { by: "1d" });
    await must(201, "POST", "/worlds/default/keys", { merchant: "acme" });
    const { keys } = Object(await must(200, "GET", "/worlds/default"));
    expect(keys).toContainEqual(made);
  });

  test("no time in the seeds, which stays unchanged", async () => {
    const { must, call } = controlled();
    const { text } = await call("orders", { key });
    await must(200, "POST", ADVANCE, { by: "400d" });
    await must(200, "PUT", "/worlds/default/rate-limit", { rateLimit: "off" });
    expect((await call("orders", { key })).text).toBe(text);
  });

  test("no other world", async () => {
    const { must } = controlled();
    await must(201, "POST", "/worlds", { name: "mine" });
    await must(200, "PUT", "/worlds/mine/clock", { now: "now+1d", frozen: true });
    expect(await must(200, "GET", CLOCK)).toEqual(at("2026-10-17T09:00:00.000Z", false));
  });
});
