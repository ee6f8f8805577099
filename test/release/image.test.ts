// The image of a release: a layout that keeps OCI's schemas and that other tools read, the same each time, whose
// program runs as a container's does.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { chmod, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import Ajv from "ajv";
import { IMAGE, makeLayout } from "../../.ci/release/image.ts";
import { unpackLibc } from "../../.ci/release/libc.ts";
import { hash, packTar } from "../../.ci/release/pack.ts";
import type { Machine } from "../../.ci/release/targets.ts";
import { CAN_ENTER_IMAGE, unpackImage, wayInto } from "../../.ci/release/try-image.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../cli/temporary-directory.ts";
import { RUNTIMES, spawnSandbox } from "../support/spawn-sandbox.ts";
import { HERE, LIBRARIES, makeDeb, target } from "./libc-package.ts";

setDefaultTimeout(60_000);

const TIME = Date.UTC(2026, 9, 17, 9, 30, 10) / 1000;
const OTHER: Machine = HERE === "x64" ? "arm64" : "x64";
const SCHEMAS = "/usr/share/gocode/src/github.com/opencontainers/image-spec/schema";
const PROGRAM = "usr/local/bin/merchant-sandbox";

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

let directory: TemporaryDirectory;
const at = (path: string) => join(directory.path, path);

beforeAll(async () => {
  directory = await temporaryDirectory();
  const executable = await Bun.file(RUNTIMES.executable?.[0] ?? "").bytes();
  const here = [{ path: PROGRAM, bytes: executable, executable: true }];
  const there = [{ path: PROGRAM, bytes: Buffer.from("a program"), executable: true }];
  const platforms = [
    {
      machine: HERE,
      layers: [await unpackLibc(await makeDeb(HERE, at("deb-a")), target(HERE), at("a")), here],
    },
    {
      machine: OTHER,
      layers: [await unpackLibc(await makeDeb(OTHER, at("deb-b")), target(OTHER), at("b")), there],
    },
  ];
  const layout = makeLayout(platforms, TIME);
  for (const { path, bytes } of layout) await Bun.write(at(`layout/${path}`), bytes);
  await Bun.write(at("image.tar"), packTar(layout, TIME));
});
afterAll(() => directory[Symbol.asyncDispose]());

describe("the layout of an image", () => {
  test("has each blob that it names, of that size and digest, and no other", async () => {
    const blobs = await readBlobs();
    const sums = blobs.map(async ({ digest }) => {
      const bytes = await Bun.file(pathOf(digest)).bytes();
      return { digest: `sha256:${hash(bytes)}`, size: bytes.length };
    });
    expect(await Promise.all(sums)).toEqual(blobs.map(({ digest, size }) => ({ digest, size })));
    const files = await readdir(at("layout/blobs/sha256"));
    expect(files.toSorted()).toEqual(blobs.map(({ digest }) => digest.slice(7)).toSorted());
  });

  test("says of each layer what it is unpacked", async () => {
    const manifests = (await readBlobs()).filter(({ mediaType }) => mediaType.includes("manifest"));
    expect(manifests.length).toBe(2);
    for (const { digest } of manifests) {
      const { config, layers } = await read(pathOf(digest));
      const unpacked = layers.map(async (layer: Descriptor) =>
        hash(Bun.gunzipSync(await Bun.file(pathOf(layer.digest)).bytes())),
      );
      const { rootfs } = await read(pathOf(config.digest));
      const sums = (await Promise.all(unpacked)).map((sum) => `sha256:${sum}`);
      expect(rootfs).toEqual({ type: "layers", diff_ids: sums });
    }
  });

  test.skipIf(!existsSync(SCHEMAS))("keeps the schemas of OCI", async () => {
    const validate = await readSchemas();
    const texts = [
      ["image-layout", await read(at("layout/oci-layout"))],
      ["image-index", await read(at("layout/index.json"))],
    ];
    for (const { mediaType, digest } of await readBlobs()) {
      const kind = /image\.(index|manifest|config)\.v1\+json$/.exec(mediaType)?.[1];
      const schema = kind === "config" ? kind : `image-${kind}`;
      if (kind !== undefined) texts.push([schema, await read(pathOf(digest))]);
    }
    expect(texts.map(([kind]) => kind).toSorted()).toEqual([
      "config",
      "config",
      "image-index",
      "image-index",
      "image-layout",
      "image-manifest",
      "image-manifest",
    ]);
    expect(texts.map(([kind, value]) => validate(kind, value))).toEqual(texts.map(() => null));
    expect(validate("image-index", { schemaVersion: 3, manifests: [] })).not.toBeNull();
  });

  test.skipIf(Bun.which("skopeo") === null).each(["amd64", "arm64"])(
    "is read and copied by skopeo, for %s",
    async (architecture) => {
      const flags = ["--override-os", "linux", "--override-arch", architecture];
      const archive = `oci-archive:${at("image.tar")}`;
      const child = Bun.spawn(["skopeo", "inspect", ...flags, "--config", archive]);
      expect(await new Response(child.stdout).json()).toMatchObject({
        created: "2026-10-17T09:30:10Z",
        architecture,
        os: "linux",
        config: { User: "65532:65532", Entrypoint: ["merchant-sandbox"], Cmd: ["serve"] },
      });
      // Why: a copy takes each blob whole, and refuses one that is not what the image says.
      const copy = ["skopeo", "copy", "--quiet", ...flags, archive, `dir:${at(architecture)}`];
      expect(await Bun.spawn(copy).exited).toBe(0);
    },
  );

  test("is the same each time, and says nothing of the machine", () => {
    const layers = [[{ path: "lib/libc.so.6", bytes: Buffer.from("libc") }]];
    const sums = [1, 2].map(() =>
      hash(packTar(makeLayout([{ machine: "x64", layers }], TIME), TIME)),
    );
    expect(new Set(sums).size).toBe(1);
  });

  test("is run as the Containerfile has it", async () => {
    const text = await Bun.file(join(import.meta.dir, "../../Containerfile")).text();
    const seconds = (nanoseconds: number) => `${nanoseconds / 1e9}s`;
    const { Test, Interval, Timeout, StartPeriod } = IMAGE.Healthcheck;
    const times = `--interval=${seconds(Interval)} --timeout=${seconds(Timeout)} --start-period=${seconds(StartPeriod)}`;
    const words = (list: readonly string[]) => `[${list.map((word) => `"${word}"`).join(", ")}]`;
    expect(text.match(/^(?!#|FROM|COPY).+$/gm)).toEqual([
      `ENV ${IMAGE.Env[1]}`,
      `WORKDIR ${IMAGE.WorkingDir}`,
      `EXPOSE ${Object.keys(IMAGE.ExposedPorts).join(" ").replaceAll("/tcp", "")}`,
      `USER ${IMAGE.User}`,
      `HEALTHCHECK ${times} CMD ${words(Test.slice(1))}`,
      `ENTRYPOINT ${words(IMAGE.Entrypoint)}`,
      `CMD ${words(IMAGE.Cmd)}`,
    ]);
  });
});

describe("the root of a container", () => {
  beforeAll(() => unpackImage(at("layout"), HERE, at("root")));

  test("holds the program, the C library, and their licences", async () => {
    const { libraries, interpreter = "" } = target(HERE);
    const loader = interpreter.slice(1);
    const paths = libraries.map((name) => (loader.endsWith(`/${name}`) ? loader : `lib/${name}`));
    const found = (await listFiles(at("root"))).map(([path, mode]) => [path, mode]);
    expect(found).toEqual(
      [
        ...[PROGRAM, ...paths].map((path) => [path, 0o755]),
        ["usr/share/doc/libc6/copyright", 0o644],
      ].toSorted(),
    );
  });

  const withContainer = test.skipIf(!CAN_ENTER_IMAGE || !existsSync(`${LIBRARIES}/libc.so.6`));

  withContainer(
    "runs as nobody where nothing can be written, is found healthy, and stops",
    async () => {
      const before = await listFiles(at("root"));
      const program = [...wayInto(at("root")), ...IMAGE.Entrypoint];
      await chmod(directory.path, 0o755);
      const { ready, stop } = await spawnSandbox([...program, ...IMAGE.Cmd]);
      const { baseUrl, controlUrl, apiKey, pid } = ready;
      const headers = { Authorization: `Bearer ${apiKey}` };
      const answer = await fetch(`${baseUrl}/api/v1/integration/ping`, { headers });
      const status = await Bun.file(`/proc/${pid}/status`).text();
      const mounts = await Bun.file(`/proc/${pid}/mounts`).text();
      const health = Bun.spawn([...program, "wait", "--timeout", "2s", "--url", controlUrl]);
      const ill = Bun.spawn(
        [...program, "wait", "--timeout", "0s", "--url", "http://127.0.0.1:1"],
        {
          stderr: "ignore",
        },
      );
      expect([answer.status, await health.exited, await ill.exited]).toEqual([200, 0, 1]);
      expect((await stop("SIGTERM")).exitCode).toBe(0);
      expect(status.match(/^[UG]id:.*$/gm)).toEqual([
        "Uid:\t65532\t65532\t65532\t65532",
        "Gid:\t65532\t65532\t65532\t65532",
      ]);
      expect(mounts).toMatch(/^\S+ \/ \S+ ro\b/m);
      expect(await listFiles(at("root"))).toEqual(before);
    },
  );
});

const read = (path: string) => Bun.file(path).json();
const pathOf = (digest: string) => at(`layout/blobs/${digest.replace(":", "/")}`);

/** All that an image's index names, and what that names. */
async function readBlobs(): Promise<Descriptor[]> {
  const found: Descriptor[] = [];
  const queue: Descriptor[] = (await read(at("layout/index.json"))).manifests;
  for (const blob of queue) {
    found.push(blob);
    if (!/(index|manifest)\.v1\+json$/.test(blob.mediaType)) continue;
    const { manifests = [], config = [], layers = [] } = await read(pathOf(blob.digest));
    queue.push(...manifests, ...[config].flat(), ...layers);
  }
  return found;
}

/** What validates a value by one of OCI's schemas, and says what breaks it. */
async function readSchemas() {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const file of await readdir(SCHEMAS)) {
    if (!file.endsWith(".json")) continue;
    // Why: they have their names as drafts before the sixth did, and the validator takes no such names.
    const schema = JSON.parse(await Bun.file(join(SCHEMAS, file)).text(), (key, value) =>
      (key === "id" || key === "$schema") && typeof value === "string" ? undefined : value,
    );
    ajv.addSchema(schema, file);
  }
  return (kind: string, value: unknown) => {
    const validate = ajv.getSchema(`${kind}-schema.json`);
    if (validate === undefined) throw new Error(`no schema of ${kind}`);
    return validate(value) ? null : validate.errors;
  };
}

/** The files in a directory, each with its rights, size and time. */
async function listFiles(root: string): Promise<[path: string, ...about: number[]][]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const listed = paths.toSorted().map(async (path): Promise<[string, ...number[]]> => {
    const { mode, size, mtimeMs } = await stat(path);
    return [path.slice(root.length + 1), mode & 0o7777, size, mtimeMs];
  });
  return Promise.all(listed);
}
