// How much of the bodies of a journal is kept: a text that responses share counts once, and is cut with the last of them.
import { describe, expect, test } from "bun:test";
import { createBodyBudget } from "../../../src/world/journal/body-budget.ts";
import type { Exchange } from "../../../src/world/journal/exchange.ts";
import { createJournal } from "../../../src/world/journal/journal.ts";
import { createMask } from "../../../src/world/journal/mask.ts";

const LONG = 10_000;
const bodyOf = (letter: string) => letter.repeat(LONG);
const respond = (responseBody: string) => ({ responseBody, sentBody: undefined }) as Exchange;
const isWhole = ({ responseBody }: Exchange) => typeof responseBody === "string";

describe("the bodies of a journal", () => {
  test("are all cut, the oldest first, also those that share a text", () => {
    const budget = createBodyBudget(2 * LONG);
    const exchanges = ["a", "a", "b", "b", "c", "c", "d"].map((name) => respond(bodyOf(name)));
    for (const exchange of exchanges) budget.add(exchange);
    expect(exchanges.map(isWhole)).toEqual([false, false, false, false, true, true, true]);
  });

  test("stay whole while all responses share one text", () => {
    const budget = createBodyBudget(2 * LONG);
    const exchanges = Array.from({ length: 1_000 }, () => respond(bodyOf("a")));
    for (const exchange of exchanges) budget.add(exchange);
    expect(exchanges.every(isWhole)).toBe(true);
  });

  test("are not kept of requests that have left the journal", () => {
    const budget = createBodyBudget();
    const exchanges = Array.from({ length: 1_101 }, () => respond(bodyOf("a")));
    for (const exchange of exchanges) budget.add(exchange);
    expect(exchanges.findIndex(isWhole)).toBe(1);
  });

  test("have room once, also for those from before the world restarted", () => {
    const answer = bodyOf("a").repeat(300);
    const journals = [1, 2].map(() => createJournal(() => createMask(() => false)));
    journals.forEach((journal, n) => {
      const exchange = { ...respond(`${n}${answer}`), id: `req_${n}`, place: 0 };
      journal.note(exchange);
      journal.complete(exchange);
      journals[n + 1]?.goOnFrom(journal.history());
    });
    const [first, last] = ["req_0", "req_1"].map((id) => journals[1]?.find(id));
    expect([first, last].map((exchange) => exchange && isWhole(exchange))).toEqual([false, true]);
  });
});
