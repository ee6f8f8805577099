// Builds the release's image with Buildah: the Containerfile, once for each machine, on Debian's C library in place of
// the Containerfile's own base, whose content changes over time.
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { hash } from "./pack.ts";
import { run } from "./run.ts";
import type { Machine } from "./targets.ts";

/** What the image has for a machine. */
export interface Part {
  readonly machine: Machine;
  /** A package of Debian's libc6. */
  readonly libc: string;
  /** A directory with the files that the Containerfile copies. */
  readonly context: string;
}

interface Descriptor {
  readonly digest: string;
  readonly size: number;
  readonly annotations: Record<string, string>;
}

const ARCHITECTURES: Readonly<Record<Machine, string>> = { x64: "amd64", arm64: "arm64" };

const LIBC = "2.36-9+deb12u14";
const LIBC_SUMS: Readonly<Record<Machine, string>> = {
  x64: "ba4f88f73dbc3ae9055f3c20f4523bfdbaf1ad13ff95e258924f77d20b4fbedf",
  arm64: "01f4330719fd4f65580e16ea5a0527f372fca750e8f588d26deaf09f2d3b1cf4",
};

const { name, version } = manifest;

/** Downloads a machine's libc6, checks it and returns its path. */
// Why: with package lists of its own, because the system's have only the system's machine.
export async function fetchLibc(machine: Machine, directory: string): Promise<string> {
  for (const part of ["lists", "cache/archives"]) {
    await mkdir(join(directory, part, "partial"), { recursive: true });
  }
  const options = [
    `APT::Architecture=${ARCHITECTURES[machine]}`,
    `APT::Architectures=${ARCHITECTURES[machine]}`,
    `Dir::State::Lists=${join(directory, "lists")}`,
    "Dir::State::status=/dev/null",
    `Dir::Cache=${join(directory, "cache")}`,
  ];
  const apt = ["apt-get", "-qq", ...options.flatMap((option) => ["-o", option])];
  await run([...apt, "update"]);
  await run([...apt, "download", `libc6=${LIBC}`], { cwd: directory });
  const [file = ""] = await Array.fromAsync(new Bun.Glob("libc6_*.deb").scan(directory));
  checkLibc(machine, await Bun.file(join(directory, file)).bytes());
  return join(directory, file);
}

/** Throws unless a machine's libc6 has the hash that is pinned here. */
export function checkLibc(machine: Machine, bytes: Uint8Array): void {
  const sum = hash(bytes);
  if (sum === LIBC_SUMS[machine]) return;
  throw new Error(`libc6 ${LIBC} for ${machine} is ${sum}, not ${LIBC_SUMS[machine]}`);
}

/** Builds an image as an archive of an OCI image layout. Its files get the time `time`, in seconds since 1970. */
export async function buildImage(parts: readonly Part[], archive: string, time: number) {
  const layout = `${archive}-layout`;
  const buildah = createBuildah(`${archive}-storage`);
  let healthcheck: unknown;
  for (const { machine, libc, context } of parts) {
    const flags = ["--quiet", "--isolation=chroot", `--arch=${ARCHITECTURES[machine]}`];
    const build = ["build", ...flags, `--timestamp=${time}`, "--identity-label=false"];
    const root = join(context, "libc");
    await run(["dpkg-deb", "--extract", libc, root]);
    const from = "FROM scratch\nCOPY . /\n";
    const base = await buildah([...build, "--file=-", root], new Blob([from]));
    const program = [`--from=${base}`, "--layers=false", "--format=docker", "--manifest=image"];
    const id = await buildah([...build, ...program, "--file=Containerfile", context]);
    const about = JSON.parse(await buildah(["inspect", "--type=image", id]));
    healthcheck = about.Docker.config.Healthcheck;
  }
  const to = `oci:${layout}:${name}:${version}`;
  await buildah(["manifest", "push", "--quiet", "--all", "image", to]);
  const index = join(layout, "index.json");
  const { manifests, ...rest } = await Bun.file(index).json();
  const image = await addHealthcheck(join(layout, "blobs/sha256"), manifests[0], healthcheck);
  // Why: Docker takes the image's name from here.
  image.annotations["io.containerd.image.name"] = `docker.io/library/${name}:${version}`;
  await Bun.write(index, JSON.stringify({ ...rest, manifests: [image] }));
  const owner = ["--owner=root:0", "--group=root:0", "--mode=u=rwX,go=rX"];
  const flags = ["--format=ustar", "--sort=name", `--mtime=@${time}`, ...owner];
  await Bun.$`tar -cf ${archive} -C ${layout} ${flags} oci-layout index.json blobs`;
}

/** Adds the health check to the configurations of an image, and returns the image's new descriptor. */
// Why: OCI's format has no health check, so Buildah leaves it out. Docker reads it there all the same.
async function addHealthcheck(
  blobs: string,
  descriptor: Descriptor,
  healthcheck: unknown,
): Promise<Descriptor> {
  const path = join(blobs, descriptor.digest.replace("sha256:", ""));
  const value = await Bun.file(path).json();
  const add = (inner: Descriptor) => addHealthcheck(blobs, inner, healthcheck);
  if (value.manifests) value.manifests = await Promise.all(value.manifests.map(add));
  else if (value.layers) value.config = await add(value.config);
  else value.config.Healthcheck = healthcheck;
  const bytes = Buffer.from(JSON.stringify(value));
  await rm(path);
  await Bun.write(join(blobs, hash(bytes)), bytes);
  return { ...descriptor, digest: `sha256:${hash(bytes)}`, size: bytes.length };
}

/** Creates a function that calls Buildah with storage of its own, and returns what it prints. */
export function createBuildah(storage: string) {
  const places = [`--root=${storage}/root`, `--runroot=${storage}/run`, "--storage-driver=vfs"];
  return async (words: readonly string[], stdin?: Blob) =>
    (await run(["buildah", ...places, ...words], { stdin })).trim();
}
