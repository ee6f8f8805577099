// Makes the files of a release in a directory: compiles, signs, checks, packs and runs each target, and writes
// what goes with them, an image of those for glibc among it. A target that has a fault is left out.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { findFaults } from "./check.ts";
import { fetchBun } from "./fetch-bun.ts";
import { makeLayout, type Platform } from "./image.ts";
import { fetchLibc } from "./libc.ts";
import { formatLicences } from "./licences.ts";
import { type Entry, formatSums, hash, packTar, packTarGz, packZip } from "./pack.ts";
import { findSchemaBreaches, makeSbom } from "./sbom.ts";
import { findSignatureFaults, signAdHoc } from "./signature.ts";
import type { Machine, Target } from "./targets.ts";
import { tryArchive } from "./try.ts";
import { tryImage } from "./try-image.ts";

export interface Release {
  readonly builds: readonly Build[];
  readonly image: Image | undefined;
  /** The hash of each file, by its name. */
  readonly sums: ReadonlyMap<string, string>;
}

/** How a target came out; sizes in bytes. */
export interface Build {
  readonly target: Target;
  readonly size: number;
  readonly packedSize: number;
  readonly faults: readonly string[];
  readonly wasSigned: boolean;
  readonly wasRun: boolean;
  readonly seconds: number;
}

/** How the image came out. */
export interface Image {
  readonly size: number;
  readonly machines: readonly Machine[];
  readonly faults: readonly string[];
  /** The machines whose part was run. */
  readonly ran: readonly Machine[];
}

const { name, version } = manifest;

/** Makes a release of the targets given; `time`, in seconds since 1970, is that of its files. */
export async function makeRelease(
  directory: string,
  targets: readonly Target[],
  time: number,
): Promise<Release> {
  await mkdir(directory, { recursive: true });
  const work = await mkdtemp(join(directory, "../work-"));
  const sums = new Map<string, string>();
  const write = async (file: string, bytes: Uint8Array) => {
    await Bun.write(join(directory, file), bytes);
    sums.set(file, hash(bytes));
  };
  try {
    const { sbom, texts } = await describe(work);
    const builds: Build[] = [];
    const platforms: Platform[] = [];
    for (const target of targets) {
      const started = performance.now();
      const { executable, wasSigned } = await compileSigned(target, join(work, target.name));
      const { archive, bytes } = pack(target, executable, texts, time);
      const packed = join(work, archive);
      await Bun.write(packed, bytes);
      const ran = await tryArchive(target, packed, version);
      const faults = [...findFaults(target, executable), ...(ran ?? [])];
      if (faults.length === 0) {
        await write(archive, bytes);
        if (target.glibc !== undefined) {
          platforms.push(await makePlatform(target, executable, texts, work));
        }
      }
      const seconds = (performance.now() - started) / 1000;
      const sizes = { size: executable.length, packedSize: bytes.length };
      builds.push({ target, ...sizes, faults, wasSigned, wasRun: ran !== undefined, seconds });
    }
    const image = platforms.length === 0 ? undefined : await makeImage(platforms, time, work);
    if (image?.faults.length === 0) await write(`${name}-image.tar`, image.bytes);
    await write(`${name}.cdx.json`, Buffer.from(`${JSON.stringify(sbom, null, 2)}\n`));
    await write("install.sh", await readFile(".ci/release/install.sh"));
    await write("SHA256SUMS", Buffer.from(formatSums(sums)));
    return { builds, image, sums };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Lists what is in the executables, and makes of it the texts that go into each archive. */
async function describe(work: string) {
  const metafile = join(work, "metafile.json");
  await compile("linux-x64", join(work, name), [`--metafile=${metafile}`]);
  const sbom = await makeSbom(metafile, process.cwd());
  const breaches = await findSchemaBreaches(sbom);
  if (breaches !== undefined) throw new Error(`the list of parts breaks its schema: ${breaches}`);
  const texts: Entry[] = [
    { path: "LICENSE", bytes: await readFile("LICENSE") },
    { path: "README.md", bytes: await readFile("README.md") },
    { path: "THIRD-PARTY-LICENCES.txt", bytes: Buffer.from(formatLicences(sbom)) },
  ];
  return { sbom, texts };
}

async function compileSigned(target: Target, directory: string) {
  const path = join(directory, fileNameOf(target));
  const bun = await fetchBun(target, join(directory, "bun"));
  await compile(target.name, path, [`--compile-executable-path=${bun}`]);
  const compiled = await readFile(path);
  await rm(directory, { recursive: true });
  // Why: Bun leaves its own signature, now wrong, on executables for Macs with Intel's processor.
  if (target.format !== "mach-o" || findSignatureFaults(compiled).length === 0) {
    return { executable: compiled, wasSigned: false };
  }
  return { executable: signAdHoc(compiled), wasSigned: true };
}

/** Compiles as `npm run build:executable` does, with its very flags, for another platform. */
async function compile(target: string, path: string, flags: readonly string[] = []): Promise<void> {
  const script = manifest.scripts["build:executable"].split(" ");
  const words = script.slice(1, script.indexOf("--outfile"));
  const child = Bun.spawn(
    [process.execPath, ...words, `--target=bun-${target}`, ...flags, "--outfile", path],
    // Why: what is made is to depend on nothing of the machine, and Bun takes flags from there.
    { env: { ...process.env, BUN_OPTIONS: "" }, stdout: "ignore", stderr: "pipe" },
  );
  const complaint = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`${target} does not compile:\n${complaint}`);
}

function pack(target: Target, executable: Buffer, texts: readonly Entry[], time: number) {
  const folder = `${name}-${version}-${target.name}`;
  const entries = [{ path: fileNameOf(target), bytes: executable, executable: true }, ...texts].map(
    (entry) => ({ ...entry, path: `${folder}/${entry.path}` }),
  );
  return target.format === "pe"
    ? { archive: `${name}-${target.name}.zip`, bytes: packZip(entries, time) }
    : { archive: `${name}-${target.name}.tar.gz`, bytes: packTarGz(entries, time) };
}

async function makePlatform(
  target: Target,
  executable: Buffer,
  texts: readonly Entry[],
  work: string,
): Promise<Platform> {
  const documents = texts.map(({ path, bytes }) => ({
    path: `usr/share/doc/${name}/${path}`,
    bytes,
  }));
  const program = [{ path: `usr/local/bin/${name}`, bytes: executable, executable: true }];
  const libc = await fetchLibc(target, join(work, `libc-${target.machine}`));
  return { machine: target.machine, layers: [libc, [...program, ...documents]] };
}

/** Makes an image layout in one file, and runs it. */
async function makeImage(platforms: readonly Platform[], time: number, work: string) {
  const bytes = packTar(makeLayout(platforms, time), time);
  const archive = join(work, "image.tar");
  await Bun.write(archive, bytes);
  const machines = platforms.map(({ machine }) => machine);
  const found = await Promise.all(
    machines.map((machine) => tryImage(archive, machine, join(work, `image-${machine}`))),
  );
  const ran = machines.filter((_, index) => found[index] !== undefined);
  return {
    bytes,
    size: bytes.length,
    machines,
    faults: found.flatMap((faults) => faults ?? []),
    ran,
  };
}

function fileNameOf({ format }: Target): string {
  return format === "pe" ? `${name}.exe` : name;
}

async function readFile(path: string): Promise<Buffer> {
  return Buffer.from(await Bun.file(path).arrayBuffer());
}
