// Makes dist/ the package that users install: the JavaScript, the types of each entry point including those of bundled
// libraries, licences, docs, and a package.json. Run by `npm run build:package`.
import { type Plugin, rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import manifest from "../../package.json" with { type: "json" };
import { listDirectory, makeDirectory, readBytes, writeWhole } from "../runtime/files.ts";
import { bundle } from "./bundle.ts";
import { writeInferred } from "./infer-types.ts";

const DIST = "dist";
/** Where `npm run build:types` writes the types of each file. */
const TYPES = `${DIST}/types/src`;
const ENTRY_POINTS = Object.values(manifest.exports).flatMap((target) =>
  typeof target === "string" ? [] : [target],
);
const TYPES_OF = ENTRY_POINTS.map(({ types }) => types.replace(`./${DIST}`, ""));

if (import.meta.main) {
  const packages = await bundle();
  for (const { types } of ENTRY_POINTS) await rollTypes(types);
  await writeWhole(`${DIST}/third-party-licences.txt`, await readLicences(packages));
  await makeDirectory(`${DIST}/docs`);
  const guides = (await listDirectory("docs")).map((name) => `docs/${name}`);
  for (const path of ["LICENSE", "README.md", ...guides]) {
    await writeWhole(`${DIST}/${path}`, await readText(path));
  }
  await writeWhole(`${DIST}/package.json`, `${JSON.stringify(describePackage(), null, 2)}\n`);
}

/** The parts of package.json that users need, with paths from dist/. */
function describePackage(): object {
  const { name, version, description, license, type, engines, bin, exports } = manifest;
  const { peerDependencies, peerDependenciesMeta } = manifest;
  const paths = JSON.stringify({ bin, exports }).replaceAll(`${DIST}/`, "");
  return {
    ...{ name, version, description, license },
    ...("repository" in manifest && { repository: manifest.repository }),
    ...{ type, engines },
    sideEffects: ["./main.js", "./reload/worker.js"],
    ...JSON.parse(paths),
    files: [
      "**/*.js",
      "**/*.js.map",
      ...TYPES_OF,
      "docs",
      "third-party-licences.txt",
      "!edge",
      "!release",
    ],
    ...{ peerDependencies, peerDependenciesMeta },
  };
}

/** Writes the types of an entry point, and all that they refer to, as one file. */
async function rollTypes(file: string): Promise<void> {
  const input = file.replace(DIST, TYPES);
  const rolled = await rolldown({
    input,
    // Why: a Hono app accepts only an app of the same class, so Hono's types are not copied.
    external: Object.keys(manifest.peerDependencies),
    plugins: [writeInferredTypes(), dts({ dtsInput: true, generator: "oxc", tsconfig: false })],
  });
  // Why: the compiler writes some types as `import("…")`, which would be files of their own.
  await rolled.write({ file, codeSplitting: false });
  // Why: the compiler keeps this line in its place, and the bundler drops it.
  const [reference] = (await readText(input)).match(/^\/\/\/ <reference .*\n/m) ?? [""];
  await writeWhole(file, reference + withOptionalHono(await readText(file)));
}

/** Lets the types of Hono be missing, as they are in a project that has no Hono. */
function withOptionalHono(types: string): string {
  return types.replace(
    /^import .* from "hono";$/m,
    "// @ts-ignore: a project may be without Hono.\n$&",
  );
}

/** Writes out types that are inferred from values, so that no types of Valibot are copied for them. */
function writeInferredTypes(): Plugin {
  return {
    name: "write-inferred-types",
    load: {
      filter: { id: /\.d\.ts$/ },
      async handler(id) {
        const text = await readText(id);
        const module = id.replace(/^.*\/types\/(.*)\.d\.ts$/, "../../$1.ts");
        const written = await writeInferred(text, module);
        // Why: the bundler copies all of a namespace, and only what is used of a list of names.
        const names = new Set([...written.matchAll(/\bv\.(\w+)/g)].map(([, name]) => name));
        return written
          .replace(/\* as v from "valibot"/, `{ ${[...names].join(", ")} } from "valibot"`)
          .replace(/\bv\.(\w+)/g, "$1");
      },
    },
  };
}

/** The licences of packages, each under its name. */
async function readLicences(packages: readonly string[]): Promise<string> {
  const parts = [...new Set(packages)].toSorted().map(async (name) => {
    const directory = `node_modules/${name}`;
    const file = (await listDirectory(directory)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} is built in, and has no licence to copy`);
    const { version } = JSON.parse(await readText(`${directory}/package.json`));
    return `${name} ${version}\n\n${(await readText(`${directory}/${file}`)).trim()}\n`;
  });
  return (await Promise.all(parts)).join(`\n${"-".repeat(72)}\n\n`);
}

async function readText(path: string): Promise<string> {
  return new TextDecoder().decode(await readBytes(path));
}
