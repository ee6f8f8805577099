// The ids of what is made in a world: random, and none twice, but always the same while its clock is frozen.
import { expect, test } from "bun:test";
import { createMadeIds, createRequestId } from "../../src/world/made-ids.ts";

test("requests count up in five digits of base 36, after a start that is the world's own", () => {
  const [ids, others] = [createMadeIds(() => false), createMadeIds(() => false)];
  const start = ids.ofRequest().slice(0, -5);
  expect(start).toMatch(/^req_[a-z0-9]{7}_$/);
  for (let count = 2; count < 50_000; count++) {
    const number = count.toString(36).padStart(5, "0");
    if (ids.ofRequest() !== start + number) throw new Error(`${count} is not ${number}`);
  }
  expect(others.ofRequest()).not.toBe(`${start}00001`);
  expect(createRequestId()).toMatch(/^req_[a-z0-9]{7}_00000$/);
});

test("forms have random ids, and nothing is counted", () => {
  const ids = createMadeIds(() => false);
  expect(ids.ofForm()).not.toBe(ids.ofForm());
  ids.ofRequest();
  expect(ids.counts).toEqual({ requests: 0, forms: 0 });
});

test("while the clock is frozen all are the same in each world, and none comes twice", () => {
  let isFrozen = true;
  const [ids, others] = [createMadeIds(() => isFrozen), createMadeIds(() => isFrozen)];
  expect([ids.ofRequest(), ids.ofRequest()]).toEqual(["req_0000000_00001", "req_0000000_00002"]);
  const forms = [ids.ofForm(), ids.ofForm()];
  expect([others.ofForm(), others.ofForm()]).toEqual(forms);
  isFrozen = false;
  const random = [ids.ofForm(), ids.ofRequest()];
  isFrozen = true;
  const later = [ids.ofForm(), ids.ofRequest()];
  expect(new Set([...forms, ...random, ...later]).size).toBe(6);
  const woken = createMadeIds(() => isFrozen, ids.counts);
  expect([woken.ofForm(), woken.ofRequest()]).toEqual([ids.ofForm(), ids.ofRequest()]);
});
