// Makes a release twice and holds the two against each other. Run by `npm run release`;
// `npm run release -- linux-x64` makes those targets alone.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { type Build, type Image, makeRelease } from "./make.ts";
import { TARGETS } from "./targets.ts";

const { version } = manifest;
const directory = join("dist/release", `v${version}`);
const targets = chooseTargets(process.argv.slice(2));
const time = await readTime();

// Why: a run that was stopped leaves its work there, and nothing anywhere else.
await rm("dist/release", { recursive: true, force: true });
const release = await makeRelease(directory, targets, time);
for (const build of release.builds) print(formatBuild(build));
if (release.image !== undefined) print(formatImage(release.image));

const copy = "dist/release/again";
const { sums } = await makeRelease(copy, targets, time);
await rm(copy, { recursive: true });
const differing = Array.from(release.sums.keys()).filter(
  (file) => sums.get(file) !== release.sums.get(file),
);
if (differing.length === 0) print(`${sums.size} files in ${directory}; made again, the same bytes`);
else print(`made again, these have other bytes: ${differing.join(", ")}`);
const faults = [...release.builds, release.image].flatMap((made) => made?.faults ?? []);
const isGood = differing.length === 0 && faults.length === 0;
process.exitCode = isGood ? 0 : 1;

function formatBuild({
  target,
  size,
  packedSize,
  faults,
  wasSigned,
  wasRun,
  seconds,
}: Build): string {
  const checked = [
    "checked",
    ...(wasSigned ? ["signed again"] : []),
    wasRun ? "run" : "not run, which needs a machine of its kind",
  ].join(", ");
  const outcome = faults.length > 0 ? `NOT RELEASED: ${faults.join("; ")}` : checked;
  const sizes = `${megabytes(size)} MB, packed ${megabytes(packedSize)} MB, ${seconds.toFixed(0)} s`;
  return `${target.name.padEnd(16)}  ${sizes}  ${outcome}`;
}

function formatImage({ size, machines, faults, ran }: Image): string {
  const run = machines.map((machine) => `${machine} ${ran.includes(machine) ? "run" : "not run"}`);
  const outcome = faults.length > 0 ? `NOT RELEASED: ${faults.join("; ")}` : run.join(", ");
  return `${"image".padEnd(16)}  ${megabytes(size)} MB  ${outcome}`;
}

function chooseTargets(names: readonly string[]) {
  const unknown = names.filter((name) => !TARGETS.some((target) => target.name === name));
  if (unknown.length > 0) {
    const known = TARGETS.map(({ name }) => name).join(", ");
    print(`no target ${unknown.join(", ")}; there are ${known}`);
    process.exit(2);
  }
  return names.length === 0 ? TARGETS : TARGETS.filter(({ name }) => names.includes(name));
}

/** The time of all files in a release: SOURCE_DATE_EPOCH, or that of the commit. */
async function readTime(): Promise<number> {
  const text = process.env.SOURCE_DATE_EPOCH ?? (await Bun.$`git log -1 --format=%ct`.text());
  if (/^\d{9,10}\s*$/.test(text)) return Number(text);
  throw new Error(`SOURCE_DATE_EPOCH must be seconds since 1970, after 1980, and is ${text}`);
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
