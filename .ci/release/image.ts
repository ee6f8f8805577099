// An image of the executables, as the files of an OCI image layout, made without a daemon: for each machine a layer
// with the C library, one with the program, and how they are run, which is as in the Containerfile.
import manifest from "../../package.json" with { type: "json" };
import { type Directory, type Entry, gzip, hash, packTar } from "./pack.ts";
import type { Machine } from "./targets.ts";

/** A machine, and what the image has for it: from the lowest layer up. */
export interface Platform {
  readonly machine: Machine;
  readonly layers: readonly (readonly Entry[])[];
}

const { name, version, description } = manifest;
const SECOND = 1_000_000_000;

/** How the image is run. */
export const IMAGE = {
  User: "65532:65532",
  ExposedPorts: { "4700/tcp": {}, "4701/tcp": {} },
  Env: ["PATH=/usr/local/bin", "MERCHANT_SANDBOX_HOST=0.0.0.0"],
  Entrypoint: [name],
  Cmd: ["serve"],
  WorkingDir: "/",
  Labels: {
    "org.opencontainers.image.title": name,
    "org.opencontainers.image.version": version,
    "org.opencontainers.image.description": description,
  },
  // Why: OCI knows no health check. Docker does, and reads it here; others leave it.
  Healthcheck: {
    Test: ["CMD", name, "wait", "--timeout", "2s"],
    Interval: 5 * SECOND,
    Timeout: 3 * SECOND,
    StartPeriod: 5 * SECOND,
  },
};

export const ARCHITECTURES: Readonly<Record<Machine, string>> = { x64: "amd64", arm64: "arm64" };

/** Makes the files of an image layout; `time`, in seconds since 1970, is that of all that is in it. */
export function makeLayout(platforms: readonly Platform[], time: number): Entry[] {
  const blobs = new Map<string, Uint8Array>();
  const add = (kind: string, bytes: Uint8Array) => {
    const sum = hash(bytes);
    blobs.set(`blobs/sha256/${sum}`, bytes);
    return { mediaType: mediaType(kind), digest: `sha256:${sum}`, size: bytes.length };
  };
  const addJson = (kind: string, value: object) => add(`${kind}.v1+json`, toJson(value));

  const manifests = platforms.map(({ machine, layers }) => {
    const platform = { architecture: ARCHITECTURES[machine], os: "linux" };
    const tars = layers.map((entries) => packTar([...directoriesOf(entries), ...entries], time));
    const config = addJson("config", {
      created: new Date(time * 1000).toISOString(),
      ...platform,
      config: IMAGE,
      rootfs: { type: "layers", diff_ids: tars.map((tar) => `sha256:${hash(tar)}`) },
    });
    const packed = tars.map((tar) => add("layer.v1.tar+gzip", gzip(tar)));
    return { ...addJson("manifest", versioned("manifest", { config, layers: packed })), platform };
  });
  const images = addJson("index", versioned("index", { manifests }));
  const reference = `${name}:${version}`;
  const annotations = {
    "org.opencontainers.image.ref.name": reference,
    "io.containerd.image.name": `docker.io/library/${reference}`,
  };
  const index = versioned("index", { manifests: [{ ...images, annotations }] });
  return [
    { path: "oci-layout", bytes: toJson({ imageLayoutVersion: "1.0.0" }) },
    { path: "index.json", bytes: toJson(index) },
    ...Array.from(blobs, ([path, bytes]) => ({ path, bytes })),
  ];
}

function versioned(kind: string, value: object) {
  return { schemaVersion: 2, mediaType: mediaType(`${kind}.v1+json`), ...value };
}

function mediaType(kind: string): string {
  return `application/vnd.oci.image.${kind}`;
}

// Why: what unpacks a layer may shut a directory that the layer does not name to all but root.
function directoriesOf(entries: readonly Entry[]): Directory[] {
  const paths = entries.flatMap(({ path }) =>
    Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index + 1)),
  );
  return [...new Set(paths)].toSorted().map((path) => ({ path }));
}

function toJson(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
