// The ids of what is made in a world: random, and none twice, but always the same while its clock is frozen.
import { expect, test } from "bun:test";
import { createMadeIds, createRequestId } from "../../src/world/made-ids.ts";

test("requests count up in five digits of base 36, after a start that is the world's own", () => {
  const [ids, others] = [createMadeIds(() => false), createMadeIds(() => false)];
  const start = ids.ofRequest(1).slice(0, -5);
  expect(start).toMatch(/^req_[a-z0-9]{7}_$/);
  expect(ids.ofRequest(1)).toBe(`${start}00001`);
  expect(ids.ofRequest(46_655)).toBe(`${start}00zzz`);
  expect(others.ofRequest(1)).not.toBe(ids.ofRequest(1));
  expect(createRequestId()).toMatch(/^req_[a-z0-9]{7}_00000$/);
});

test("forms have random ids, which are counted nowhere", () => {
  const ids = createMadeIds(() => false);
  expect(ids.ofForm()).not.toBe(ids.ofForm());
  expect(ids.forms).toBe(0);
});

test("while the clock is frozen all are the same in each world, and none comes twice", () => {
  let isFrozen = true;
  const [ids, others] = [createMadeIds(() => isFrozen), createMadeIds(() => isFrozen)];
  expect(ids.ofRequest(36)).toBe("req_0000000_00010");
  const forms = [ids.ofForm(), ids.ofForm()];
  expect([others.ofForm(), others.ofForm()]).toEqual(forms);
  isFrozen = false;
  const random = ids.ofForm();
  isFrozen = true;
  expect(new Set([...forms, random, ids.ofForm()]).size).toBe(4);
  expect(createMadeIds(() => isFrozen, 2).ofForm()).toBe(others.ofForm());
});
