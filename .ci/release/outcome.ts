// What becomes of a release that was made twice.
import { IMAGE } from "./image.ts";
import type { Build, Release } from "./make.ts";
import { TARGETS } from "./targets.ts";

export interface Outcome {
  /** The hash of each file that is released, by its name. */
  readonly sums: ReadonlyMap<string, string>;
  /** The files, other than the image, that have other bytes the second time. With one of them, nothing is released. */
  readonly differing: readonly string[];
  /** Whether it has an executable for each platform. */
  readonly isWhole: boolean;
  /** Why the image is left out. */
  readonly imageFault: string | undefined;
  readonly exitCode: 0 | 1;
}

/** Compares a release with the one made after it. An image that fails or differs is left out, and ends nothing. */
export function judge(first: Release, second: Release): Outcome {
  const sums = new Map(first.sums);
  const differs = (file: string) => second.sums.get(file) !== first.sums.get(file);
  const faults = [first, second].flatMap(({ builds }) => builds.find(isImage)?.faults ?? []);
  if (differs(IMAGE)) faults.push("made again, it has other bytes");
  if (faults.length > 0) sums.delete(IMAGE);
  const differing = Array.from(sums.keys()).filter(differs);
  const find = (name: string) => first.builds.find((build) => build.name === name);
  const isWhole = TARGETS.every(({ name }) => find(name)?.faults.length === 0);
  const isFaulty = TARGETS.some(({ name }) => find(name)?.faults.length);
  const exitCode = isFaulty || differing.length > 0 ? 1 : 0;
  return { sums, differing, isWhole, imageFault: faults[0], exitCode };
}

function isImage({ name }: Build): boolean {
  return name === "image";
}
