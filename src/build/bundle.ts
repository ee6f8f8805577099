// Builds the package's JavaScript with source maps: one file for the commands, one for the sandbox, and one for each
// module that is loaded later, at its path in src/.
import { type Plugin, rolldown } from "rolldown";
import manifest from "../../package.json" with { type: "json" };
import { readBytes } from "../runtime/files.ts";

const DIST = "dist";
const { dependencies, peerDependencies } = manifest;
const TEXT = /\.(?:css|md|svg|yaml)$|\.client\.js$|\/edge\/worker\.js$/;

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent: readonly (string | null)[];
}

/** The entry points of the package, and the file of the worker. */
const ENTRY_POINTS = [
  ...Object.values(manifest.bin),
  ...Object.values(manifest.exports).flatMap((target) =>
    typeof target === "string" ? [] : [target.default.replace("./", "")],
  ),
  `${DIST}/reload/worker.js`,
].map((path) => path.slice(DIST.length + 1, -".js".length));

/** Writes the JavaScript, and returns the names of the packages that it contains. */
export async function bundle(): Promise<string[]> {
  const bundled = await rolldown({
    input: Object.fromEntries(ENTRY_POINTS.map((name) => [name, `src/${name}.ts`])),
    platform: "node",
    external: Object.keys(peerDependencies).filter((name) => !(name in dependencies)),
    // Why: an entry point that other modules import must stay one file.
    preserveEntrySignatures: "allow-extension",
    plugins: [importText(), mapSourceOnly()],
  });
  const { output } = await bundled.write({
    dir: DIST,
    entryFileNames: "[name].js",
    chunkFileNames: ({ facadeModuleId, moduleIds }) =>
      `${nameOf(facadeModuleId ?? moduleIds.at(-1) ?? "")}.js`,
    // Why: Node needs a third of a millisecond for each file, and each of these modules needs many.
    // Why: the client comes first, so that it loads nothing of the server.
    codeSplitting: { groups: [module("client/connect"), module("cli/run"), module("start")] },
    minifyInternalExports: false,
    comments: { jsdoc: false },
    sourcemap: true,
    banner: pointToTypes,
  });
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  return modules.map(nameOf).flatMap((name) => /^packages\/(.*)/.exec(name)?.[1] ?? []);
}

/** A module of src/ and all that it imports, as one file. */
function module(name: string) {
  return { name, test: new RegExp(`/src/${name}\\.ts$`) };
}

/** Imports style sheets, pages, pictures, seeds and browser scripts as text. */
function importText(): Plugin {
  return {
    name: "import-text",
    load: {
      filter: { id: TEXT },
      handler: async (id) => ({ code: await readText(id), moduleType: "text" }),
    },
  };
}

/** Keeps only what maps to src/, because the texts of packages and pages would double the maps. */
function mapSourceOnly(): Plugin {
  return {
    name: "map-source-only",
    generateBundle(_options, files) {
      for (const file of Object.values(files)) {
        const map = files[`${file.fileName}.map`];
        if (file.type === "asset" || map?.type !== "asset") continue;
        if (file.moduleIds.some(isSource)) {
          const value: SourceMap = JSON.parse(`${map.source}`);
          const contents = value.sourcesContent.map((text, at) =>
            isSource(value.sources[at] ?? "") ? text : null,
          );
          map.source = JSON.stringify({ ...value, sourcesContent: contents });
        } else {
          delete files[map.fileName];
          file.code = file.code.replace(/^\/\/# sourceMappingURL=.*\n?/m, "");
        }
      }
    },
  };
}

function isSource(path: string): boolean {
  return /\/src\/.*\.tsx?$/.test(path) && !path.includes("/node_modules/");
}

/** A module's path in src/, or its package. */
function nameOf(id: string): string {
  const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
  if (name !== undefined) return `packages/${name}`;
  const path = id.replace(/^.*\0|\.\w+$/g, "");
  return path.slice(path.lastIndexOf("/src/") + 1).replace("src/", "");
}

/** Adds a reference to an entry point's types for Deno, which does not read package.json here. */
function pointToTypes({ isEntry, name }: { readonly isEntry: boolean; readonly name: string }) {
  const hasTypes = `./${DIST}/${name}.d.ts`;
  const types = Object.values(manifest.exports).map((it) => typeof it === "object" && it.types);
  return isEntry && types.includes(hasTypes)
    ? `/* @ts-self-types="./${name.split("/").at(-1)}.d.ts" */`
    : "";
}

async function readText(path: string): Promise<string> {
  return new TextDecoder().decode(await readBytes(path));
}
