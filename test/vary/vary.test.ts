// `vary`: finds what clients rely on, shrinks it to one difference, and leaves careful clients alone.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { CHECKS } from "../../src/conform/checks.ts";
import { runChecks } from "../../src/conform/run.ts";
import { createSandbox } from "../../src/library/library.ts";
import { baseOf } from "../../src/vary/dimension.ts";
import { selectDimensions } from "../../src/vary/dimensions.ts";
import { changesOfVariation, describeVariation, type Variation } from "../../src/vary/variation.ts";
import { isSteady, runVariations, type VaryOptions } from "../../src/vary/vary.ts";
import { makeWorld } from "../../src/world/changes/world.ts";
import { InvalidChangeError } from "../../src/world/invalid-change.ts";
import type { Client } from "./clients/client.ts";
import { CAREFUL, CLIENTS } from "./clients/clients.ts";

setDefaultTimeout(120_000);

const SEEDS = [1, 2, 3];
const DIMENSIONS = selectDimensions({ delayScale: 1e-6 });

const { api, worlds } = createSandbox();
const KEY = worlds.default.advertisedKey();
if (KEY === undefined) throw new Error("the embedded seeds have no key");
const BASE = baseOf(worlds.default.state, KEY);

function makeVaried(variation: Variation) {
  try {
    return makeWorld(worlds, { seeds: changesOfVariation(variation) });
  } catch (error) {
    if (error instanceof InvalidChangeError) return undefined;
    throw error;
  }
}

/** Runs a client in variations, without a network. */
function varyClient(client: Client, options: Partial<VaryOptions>) {
  return runVariations({
    dimensions: DIMENSIONS,
    base: BASE,
    ...options,
    run: async (variation) => {
      const world = makeVaried(variation);
      if (world === undefined) return undefined;
      const baseUrl = `http://sandbox/w/${world.name}`;
      try {
        await client({
          baseUrl,
          key: KEY?.key ?? "",
          fetch: async (request) => api.fetch(request),
        });
        return { passed: true, requests: world.journal.list(), output: "" };
      } catch (error) {
        return { passed: false, requests: world.journal.list(), output: String(error) };
      } finally {
        worlds.drop(world.name);
      }
    },
  });
}

describe("a client that relies on one thing", () => {
  test.each(Object.entries(CLIENTS))("%s passes in an ordinary world", async (_name, client) => {
    await client({
      baseUrl: "http://sandbox",
      key: KEY.key,
      fetch: async (request) => api.fetch(request),
    });
  });

  test.each(Object.entries(CLIENTS))(
    "%s is caught by that, for each of three seeds",
    async (name, client) => {
      for (const seed of SEEDS) {
        const { failures } = await varyClient(client, { runs: 200, seed, bail: true });
        const [failure] = failures;
        const found = failure?.variation.map(({ dimension }) => dimension.name);
        expect([seed, found, failure && isSteady(failure)], failure?.attempt.output).toEqual([
          seed,
          [name],
          true,
        ]);
      }
    },
  );
});

test("a careful client passes in hundreds of variations", async () => {
  const { failures, runs, chosen } = await varyClient(CAREFUL, { runs: 300, seed: 42 });
  expect(
    failures.map(({ variation, attempt }) => [describeVariation(variation), attempt.output]),
  ).toEqual([]);
  expect(runs.length).toBeGreaterThan(chosen * 0.8);
});

test("the same seed chooses the same variations", async () => {
  const describeAll = async () => {
    const { runs } = await varyClient(CAREFUL, { runs: 10, seed: 7 });
    return runs.map(({ variation }) => describeVariation(variation));
  };
  expect(await describeAll()).toEqual(await describeAll());
});

test("a test that fails at random is distinguished from one that relies on something", async () => {
  let count = 0;
  const client: Client = async () => {
    if (++count === 5) throw new Error("at random");
  };
  const { failures } = await varyClient(client, { runs: 20, seed: 1 });
  expect(failures.map(isSteady)).toEqual([false]);
});

describe("every choice", () => {
  const choices = DIMENSIONS.flatMap((dimension) =>
    dimension.choices(BASE).map((choice) => {
      const variation: Variation = [{ ...choice, dimension }];
      return [dimension.name, choice.label, variation] as const;
    }),
  );
  // Why: one that ends hides no check from a client that asks again; the same without an end would hide some for good.
  const isForever = ([, , [choice]]: (typeof choices)[number]) =>
    ((choice?.changes.faults ?? []) as { times?: number }[]).some(({ times }) => !times);

  test.each(choices)("%s: %s makes a world", (_name, _label, variation) => {
    const world = makeVaried(variation);
    expect(world).toBeDefined();
    if (world) worlds.drop(world.name);
  });

  test.each(choices.filter((choice) => !isForever(choice)))(
    "%s: %s keeps the specification",
    async (_name, _label, variation) => {
      const world = makeVaried(variation);
      if (world === undefined) throw new Error("no world");
      let turn: Promise<unknown> = Promise.resolve();
      const send = async (url: string, init?: RequestInit): Promise<Response> => {
        const sent = api.fetch(new Request(url, init));
        await Promise.resolve(sent).catch(() => {});
        const [entry] = world.journal.list().slice(-1);
        const isHit = entry?.why?.startsWith("fault ") || entry?.dropped;
        return isHit ? send(url, init) : sent;
      };
      const outcomes = await Array.fromAsync(
        runChecks(
          {
            baseUrl: `http://sandbox/w/${world.name}`,
            // Why: one after the other, so that the last entry of the journal is that of the request.
            fetch: (url, init) => {
              const response = turn.then(() => send(url, init));
              turn = response.catch(() => {});
              return response;
            },
            keys: { full: KEY.key },
          },
          {
            checks: CHECKS.filter(({ section }) => section !== undefined),
            // Why: a bucket of one token makes every second request a 429, which the specification allows.
            sleep: async (ms) => world.clock.advance(ms),
          },
        ),
      );
      expect(outcomes.filter(({ result }) => result === "failed")).toEqual([]);
      expect(outcomes.filter(({ result }) => result === "held").length).toBeGreaterThan(10);
      worlds.drop(world.name);
    },
  );
});
