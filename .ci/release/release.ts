// Makes a release twice and compares the two. Run by `npm run release`; `npm run release -- linux-x64` makes
// only those targets.
import { rename, rm } from "node:fs/promises";
import manifest from "../../package.json" with { type: "json" };
import { IMAGE } from "./image.ts";
import { type Build, finishRelease, makeRelease } from "./make.ts";
import { judge } from "./outcome.ts";
import { TARGETS } from "./targets.ts";

const root = "dist/release";
const work = `${root}/work`;
const targets = chooseTargets(process.argv.slice(2));
const time = await readTime();

// Why: a release has its final name only when it has all executables. A run that was stopped leaves its work in
// this directory, and nowhere else.
await rm(root, { recursive: true, force: true });
const first = await makeRelease(`${work}/first`, targets, time);
for (const build of first.builds) print(formatBuild(build));
const second = await makeRelease(`${work}/second`, targets, time);

const { sums, differing, isWhole, imageFault, exitCode } = judge(first, second);
if (differing.length === 0) {
  const directory = `${root}/v${manifest.version}${isWhole ? "" : "-partial"}`;
  const releases = isWhole ? process.env.MERCHANT_SANDBOX_RELEASES : undefined;
  const files = await finishRelease(`${work}/first`, sums, releases);
  if (imageFault !== undefined) await rm(`${work}/first/${IMAGE}`, { force: true });
  await rename(`${work}/first`, directory);
  await rm(work, { recursive: true });
  print(`${files.size + 1} files in ${directory}; made again, the same bytes`);
  if (imageFault !== undefined) print(`WARNING: the image is left out: ${imageFault}`);
  if (releases === undefined)
    print("No formulas: they need all targets and MERCHANT_SANDBOX_RELEASES.");
} else {
  print(`NOT RELEASED: made again, these have other bytes: ${differing.join(", ")}`);
  print(`Compare ${work}/first with ${work}/second.`);
}
process.exitCode = exitCode;

function formatBuild({ name, size, ran, faults }: Build): string {
  const outcome = faults.length > 0 ? `NOT RELEASED: ${faults.join("; ")}` : `checked, ${ran}`;
  return `${name.padEnd(16)}  ${(size / 1_000_000).toFixed(1)} MB  ${outcome}`;
}

function chooseTargets(names: readonly string[]) {
  const known = TARGETS.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (names.length === 0) return TARGETS;
  if (unknown.length === 0) return TARGETS.filter(({ name }) => names.includes(name));
  print(`no target ${unknown.join(", ")}; there are ${known.join(", ")}`);
  process.exit(2);
}

/** The time of all files in a release: SOURCE_DATE_EPOCH, or the time of the commit. */
async function readTime(): Promise<number> {
  const text = process.env.SOURCE_DATE_EPOCH ?? (await Bun.$`git log -1 --format=%ct`.text());
  if (/^\d{9,10}\s*$/.test(text)) return Number(text);
  throw new Error(`SOURCE_DATE_EPOCH must be seconds since 1970, after 1980, received ${text}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
