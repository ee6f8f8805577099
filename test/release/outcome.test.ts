// What is released, under which exit code, of a release that was made twice.
import { expect, test } from "bun:test";
import { IMAGE } from "../../.ci/release/image.ts";
import type { Release } from "../../.ci/release/make.ts";
import { judge } from "../../.ci/release/outcome.ts";
import { TARGETS } from "../../.ci/release/targets.ts";

const NAMES = TARGETS.map(({ name }) => name);

/** A release of targets that has an image, unless `image` is its fault. */
function make(names = NAMES, image = "", faulty = ""): Release {
  const builds = names.map((name) => ({
    ...{ name, size: 1, ran: "run" },
    faults: name === faulty ? ["it is signed"] : [],
  }));
  const files = [...names.filter((name) => name !== faulty), ...(image === "" ? [IMAGE] : [])];
  return {
    builds: [
      ...builds,
      { name: "image", size: 1, ran: "run", faults: image === "" ? [] : [image] },
    ],
    sums: new Map(files.map((file) => [file, `hash of ${file}`])),
  };
}

test("a release with everything is whole", () => {
  const { sums, ...rest } = judge(make(), make());
  expect(rest).toEqual({ differing: [], isWhole: true, imageFault: undefined, exitCode: 0 });
  expect([...sums.keys()]).toEqual([...NAMES, IMAGE]);
});

test.each<[string, string, Release, Release]>([
  ["fails", "no libc6", make(NAMES, "no libc6"), make(NAMES, "no libc6")],
  ["fails the first time only", "no libc6", make(NAMES, "no libc6"), make()],
  ["fails the second time only", "no libc6", make(), make(NAMES, "no libc6")],
  [
    "differs",
    "made again, it has other bytes",
    make(),
    { ...make(), sums: new Map(make().sums).set(IMAGE, "other") },
  ],
])("an image that %s is left out, and does not end the release", (_, imageFault, first, second) => {
  const { sums, ...rest } = judge(first, second);
  expect(rest).toEqual({ differing: [], isWhole: true, imageFault, exitCode: 0 });
  expect([...sums.keys()]).toEqual(NAMES);
});

test("a release of some targets is not whole, and no failure", () => {
  const { isWhole, exitCode } = judge(make(["linux-x64"]), make(["linux-x64"]));
  expect({ isWhole, exitCode }).toEqual({ isWhole: false, exitCode: 0 });
});

test("a release without a faulty target is not whole, and a failure", () => {
  const release = make(NAMES, "", "darwin-x64");
  const { isWhole, exitCode } = judge(release, release);
  expect({ isWhole, exitCode }).toEqual({ isWhole: false, exitCode: 1 });
});

test("nothing is released if other files have other bytes", () => {
  const second = { ...make(), sums: new Map(make().sums).set("linux-x64", "other") };
  expect(judge(make(), second)).toMatchObject({ differing: ["linux-x64"], exitCode: 1 });
});
