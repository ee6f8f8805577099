// The release's image: Buildah builds it from the Containerfile, other tools read it, it has the same bytes each
// time, and its program runs in a container.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { buildImage, createBuildah, type Part } from "../../.ci/release/image.ts";
import { makeImage } from "../../.ci/release/make.ts";
import { hash } from "../../.ci/release/pack.ts";
import type { Machine } from "../../.ci/release/targets.ts";
import manifest from "../../package.json" with { type: "json" };
import { type TemporaryDirectory, temporaryDirectory } from "../cli/temporary-directory.ts";
import { RUNTIMES, spawnSandbox } from "../support/spawn-sandbox.ts";
import { HERE, makeDeb } from "./libc-package.ts";

setDefaultTimeout(60_000);

const TIME = Date.UTC(2026, 9, 17, 9, 30, 10) / 1000;
const OTHER: Machine = HERE === "x64" ? "arm64" : "x64";
const RELEASE = join(import.meta.dir, "../../.ci/release/release.ts");
const SHARED = join(import.meta.dir, "../examples/containers/shared.compose.yaml");
const CAN_BUILD = process.getuid?.() === 0 && Bun.which("buildah") !== null;
const CAN_RUN = CAN_BUILD && Bun.spawnSync(["unshare", "--mount", "true"]).success;
const CAN_READ = CAN_BUILD && Bun.which("skopeo") !== null;

test("an image that cannot be built is a fault of the image, and does not end the release", async () => {
  await using directory = await temporaryDirectory({ [`libc6-${OTHER}/libc6.deb`]: "no package" });
  const contexts = [{ machine: OTHER, path: join(directory.path, "context") }];
  const { faults, bytes } = await makeImage(contexts, join(directory.path, "work/image.tar"), TIME);
  expect([faults.length, bytes]).toEqual([1, undefined]);
  expect(faults[0]).toContain("libc6.deb");
});

test("a release that fails leaves nothing under its final name", async () => {
  await using directory = await temporaryDirectory();
  const child = Bun.spawn([process.execPath, RELEASE, "linux-x64"], {
    cwd: directory.path,
    env: { ...process.env, SOURCE_DATE_EPOCH: `${TIME}` },
    stderr: "pipe",
  });
  expect(await new Response(child.stderr).text()).toContain("src/main.ts");
  expect(await child.exited).toBe(1);
  expect(await readdir(join(directory.path, "dist/release"))).toEqual(["work"]);
});

describe.skipIf(!CAN_BUILD)("the image", () => {
  let directory: TemporaryDirectory;
  let container: string;
  const at = (path: string) => join(directory.path, path);
  const buildah = (command: readonly string[]) => createBuildah(at("storage"))(command);

  beforeAll(async () => {
    directory = await temporaryDirectory();
    const executable = await Bun.file(RUNTIMES.executable?.[0] ?? "").bytes();
    const parts = [await makePart(HERE, executable), await makePart(OTHER, "a program")];
    await buildImage(parts, at("image.tar"), TIME);
    if (CAN_RUN) container = await buildah(["from", `oci-archive:${at("image.tar")}`]);
  });
  afterAll(() => directory[Symbol.asyncDispose]());

  /** Puts a program where the Containerfile looks for it, with what else it copies. */
  async function makePart(machine: Machine, program: string | Uint8Array): Promise<Part> {
    const context = at(machine);
    await Bun.write(join(context, "LICENSE"), "MIT\n");
    await Bun.write(join(context, "dist/third-party-licences.txt"), "others\n");
    await Bun.write(join(context, "dist/merchant-sandbox"), program);
    await Bun.$`chmod 755 ${context}/dist/merchant-sandbox`;
    return { machine, libc: await makeDeb(machine, at(`deb-${machine}`)), context };
  }

  test.skipIf(!CAN_READ).each(["amd64", "arm64"])(
    "is read and copied by skopeo for %s, as the Containerfile has it",
    async (architecture) => {
      const flags = ["--override-os", "linux", "--override-arch", architecture];
      const image = `oci-archive:${at("image.tar")}`;
      const child = Bun.spawn(["skopeo", "inspect", ...flags, "--config", "--raw", image]);
      expect(await new Response(child.stdout).json()).toMatchObject({
        created: "2026-10-17T09:30:10Z",
        architecture,
        os: "linux",
        config: {
          User: "65532:65532",
          ExposedPorts: { "4700/tcp": {}, "4701/tcp": {} },
          Env: [
            expect.stringMatching(/^PATH=.*\/usr\/local\/bin/),
            "MERCHANT_SANDBOX_HOST=0.0.0.0",
          ],
          Entrypoint: ["merchant-sandbox"],
          Cmd: ["serve"],
          WorkingDir: "/",
          Labels: {
            "org.opencontainers.image.title": manifest.name,
            "org.opencontainers.image.version": manifest.version,
            "org.opencontainers.image.description": manifest.description,
          },
          Healthcheck: {
            Test: ["CMD", "merchant-sandbox", "wait", "--timeout", "2s"],
            Interval: 5e9,
            Timeout: 3e9,
            StartPeriod: 5e9,
          },
        },
      });
      // Why: a copy reads each blob, and fails when one does not have its digest.
      const copy = [
        "skopeo",
        "copy",
        "--quiet",
        ...flags,
        image,
        `dir:${at(`copy-${architecture}`)}`,
      ];
      expect(await Bun.spawn(copy).exited).toBe(0);
    },
  );

  test("has the name that Docker and Podman load it under", async () => {
    const index = await Bun.$`tar -xOf ${at("image.tar")} index.json`.json();
    expect(index.manifests.map(({ annotations }: { annotations: object }) => annotations)).toEqual([
      {
        "org.opencontainers.image.ref.name": `merchant-sandbox:${manifest.version}`,
        "io.containerd.image.name": `docker.io/library/merchant-sandbox:${manifest.version}`,
      },
    ]);
  });

  test("has the same bytes when it is built again, by a user who shares no files", async () => {
    const part = await makePart(OTHER, "a program");
    await buildImage([part], at("a.tar"), TIME);
    await Bun.$`chmod -R go= ${part.context}`;
    const umask = process.umask(0o027);
    await buildImage([part], at("b.tar"), TIME).finally(() => process.umask(umask));
    const [a, b] = [await Bun.file(at("a.tar")).bytes(), await Bun.file(at("b.tar")).bytes()];
    expect(hash(a)).toBe(hash(b));
  });

  test.skipIf(!CAN_RUN)("gives the example's volume to its user", async () => {
    const { services } = parse(await Bun.file(SHARED).text());
    const [, inside] = services.sandbox.volumes.at(-1).split(":");
    const root = await buildah(["mount", container]);
    const { uid, gid, mode } = await stat(join(root, inside));
    expect([uid, gid, mode & 0o7777]).toEqual([65532, 65532, 0o700]);
    expect(await readdir(join(root, inside))).toEqual([]);
  });

  test.skipIf(!CAN_RUN)("runs as nobody, writes nothing, is healthy, and stops", async () => {
    const root = await buildah(["mount", container]);
    const before = await listFiles(root);
    expect(before.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        "usr/local/bin/merchant-sandbox",
        "usr/share/doc/libc6/copyright",
        "var/lib/dpkg/status.d/libc6",
        "usr/share/doc/merchant-sandbox/LICENSE",
        "usr/share/doc/merchant-sandbox/third-party-licences.txt",
      ]),
    );
    const places = [`--root=${at("storage/root")}`, `--runroot=${at("storage/run")}`];
    const flags = [...places, "--storage-driver=vfs", "run", "--isolation=chroot"];
    const program = ["buildah", ...flags, container, "--", "merchant-sandbox"];
    const { ready, stop } = await spawnSandbox([...program, "serve"]);
    const { baseUrl, controlUrl, apiKey, pid } = ready;
    const headers = { Authorization: `Bearer ${apiKey}` };
    const response = await fetch(`${baseUrl}/api/v1/integration/ping`, { headers });
    const status = await Bun.file(`/proc/${pid}/status`).text();
    const wait = (url: string) =>
      Bun.spawn([...program, "wait", "--timeout", "0s", "--url", url], { stderr: "ignore" }).exited;
    const health = [await wait(controlUrl), await wait("http://127.0.0.1:1")];
    expect([response.status, ...health]).toEqual([200, 0, 1]);
    // Why: Buildah does not pass SIGTERM on. SIGCONT changes nothing.
    process.kill(pid, "SIGTERM");
    expect((await stop("SIGCONT")).exitCode).toBe(0);
    expect(status.match(/^[UG]id:.*$/gm)).toEqual([
      "Uid:\t65532\t65532\t65532\t65532",
      "Gid:\t65532\t65532\t65532\t65532",
    ]);
    // Why: Buildah writes /etc/hosts, /etc/resolv.conf and the like.
    const after = (await listFiles(root)).filter(([path]) => !/^(?:etc|run)\//.test(path));
    expect(after).toEqual(before);
  });
});

/** The files of an image in a directory, each with its mode, size and time. */
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
