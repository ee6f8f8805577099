// Builds the release's image with Buildah: the Containerfile, once for each machine, on Debian's C library in place of
// the Containerfile's own base, whose content changes over time.
import { mkdir, readdir, rm } from "node:fs/promises";
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

const { name, version } = manifest;
/** The image's file in a release. */
export const IMAGE = `${name}-image.tar`;

/** Downloads the libc6 that Debian has for a machine into a directory, once, and returns its path. */
// Why: with package lists of its own, because the system's have only the system's machine. `apt-get` verifies Debian's
// signatures. A pinned version would end releases: Debian's servers keep only the newest.
export async function fetchLibc(machine: Machine, directory: string): Promise<string> {
  const found = await findLibc(directory);
  if (found !== undefined) return found;
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
  await run([...apt, "download", "libc6"], { cwd: directory });
  return (await findLibc(directory)) ?? "";
}

async function findLibc(directory: string): Promise<string | undefined> {
  const names = await readdir(directory).catch(() => []);
  const name = names.find((it) => it.endsWith(".deb"));
  return name && join(directory, name);
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
    await Bun.write(join(root, "libc6"), await run(["dpkg-deb", "--field", libc]));
    await run(["dpkg-deb", "--extract", libc, join(root, "files")]);
    // Why: scanners of images look in status.d for the versions of Debian's packages. Like the Containerfile's own
    // base, it has a directory of the image's user, whose owner a volume takes.
    await mkdir(join(root, "home/nonroot"), { recursive: true });
    const from =
      "FROM scratch\nCOPY files /\nCOPY --chmod=644 libc6 /var/lib/dpkg/status.d/\n" +
      "COPY --chown=65532:65532 --chmod=700 home /home\n";
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
