// Makes dist/ a package: bundles the types of each entry point with those of the built-in libraries, and
// collects their licences. Run by `npm run build:package`.
import { type Plugin, rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import manifest from "../../package.json" with { type: "json" };
import { listDirectory, readBytes, writeWhole } from "../runtime/files.ts";

const DIST = "dist";
/** Where `npm run build:types` writes the types of each file. */
const TYPES = `${DIST}/types/src`;
const ENTRY_POINTS = Object.values(manifest.exports).flatMap((target) =>
  typeof target === "string" ? [] : [target],
);

if (import.meta.main) {
  for (const { types, default: module } of ENTRY_POINTS) {
    await rollTypes(types);
    await pointToTypes(module, types);
  }
  await writeWhole(`${DIST}/third-party-licences.txt`, await readLicences());
}

/** Writes the types of an entry point, and all that they refer to, as one file. */
async function rollTypes(file: string): Promise<void> {
  const input = `${TYPES}/${file.replace(`./${DIST}/`, "")}`;
  const bundle = await rolldown({
    input,
    // Why: an app of Hono's takes only an app of the same class, so that its types are never copied.
    external: ["hono"],
    plugins: [importByName(), dts({ dtsInput: true, generator: "oxc", tsconfig: false })],
  });
  // Why: the compiler writes some types as `import("…")`, which would be files of their own.
  await bundle.write({ file, codeSplitting: false });
  // Why: the compiler keeps this line where it stands, and the bundler drops it.
  const [reference] = (await readText(input)).match(/^\/\/\/ <reference .*\n/m) ?? [""];
  await writeWhole(file, reference + withOptionalHono(await readText(file)));
}

/** Lets the types of Hono be missing, as they are in a project that has no Hono. */
function withOptionalHono(types: string): string {
  return types.replace(/^import .* from "hono";$/m, "// @ts-ignore\n$&");
}

/** Names what is taken of a library's namespace, so that only that much of it is copied. */
function importByName(): Plugin {
  return {
    name: "import-by-name",
    load: {
      filter: { id: /\.d\.ts$/ },
      async handler(id) {
        const text = await readText(id);
        if (!text.includes('* as v from "valibot"')) return null;
        const names = new Set([...text.matchAll(/\bv\.(\w+)/g)].map(([, name]) => name));
        return text
          .replace(/\* as v from "valibot"/, `{ ${[...names].join(", ")} } from "valibot"`)
          .replace(/\bv\.(\w+)/g, "$1");
      },
    },
  };
}

/** Points Deno, which does not read package.json here, to a module's types. */
async function pointToTypes(module: string, types: string): Promise<void> {
  const name = types.split("/").at(-1);
  await writeWhole(module, `/* @ts-self-types="./${name}" */\n${await readText(module)}`);
}

/** The licences of the packages that the JavaScript was made of, each under its name. */
async function readLicences(): Promise<string> {
  const modules = (await listDirectory(DIST)).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(modules.map((name) => readText(`${DIST}/${name}`)));
  const packages = texts.flatMap((text) =>
    Array.from(text.matchAll(/^\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm), ([, name]) => name),
  );
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
