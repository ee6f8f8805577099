// The SBOM of an executable, as CycloneDX: the packages that the compiler reports, and Bun with the libraries that it
// links.
import { join } from "node:path";
import { BUN_PARTS } from "./bun-parts.ts";
import { run } from "./run.ts";

export interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: Component[];
  readonly dependencies: { ref: string; dependsOn?: string[] }[];
}

export interface Component {
  readonly "bom-ref": string;
  readonly group?: string;
  readonly name: string;
  readonly version?: string;
  readonly licenses?: readonly Licence[];
  readonly evidence?: { readonly licenses?: readonly Licence[] };
  readonly components?: readonly Component[];
}

export interface Licence {
  readonly expression?: string;
  readonly license?: {
    readonly id?: string;
    readonly name?: string;
    readonly text?: { readonly content: string; readonly encoding?: "base64" };
  };
}

const TOOL = join(import.meta.dir, "../../node_modules/.bin/cyclonedx-esbuild");

/** Lists the components of a build from the metafile of `bun build --metafile`. */
export async function makeSbom(metafile: string, root: string): Promise<Sbom> {
  // Why: the Worker was built before, next to a package.json that is not a component's.
  const meta = JSON.parse(await Bun.file(metafile).text(), (key, value) =>
    key === "dist/edge/worker.js" ? undefined : value,
  );
  await Bun.write(metafile, JSON.stringify(meta));
  const flags = ["--output-reproducible", "--gather-license-texts", "--sv", "1.6"];
  const text = await run([TOOL, ...flags, "--build-working-dir", root, "-o", "-", metafile]);
  // Why: the tool ends each reference with a hash of the package's path on this machine.
  const sbom: Sbom = JSON.parse(text.replaceAll(/("[^"#]+@[^"#]+)#[0-9a-f]{64}"/g, '$1"'));
  const bun = describeBun();
  const program = sbom.dependencies.find(({ ref }) => ref === sbom.metadata.component["bom-ref"]);
  program?.dependsOn?.push(bun["bom-ref"]);
  program?.dependsOn?.sort();
  sbom.components.push(bun);
  sbom.dependencies.push({ ref: bun["bom-ref"] });
  return sbom;
}

function describeBun() {
  const version = Bun.version;
  return {
    type: "platform",
    name: "bun",
    version,
    "bom-ref": `bun@${version}`,
    description: "The runtime that the executable is built on",
    licenses: [{ license: { id: "MIT" } }],
    purl: `pkg:npm/bun@${version}`,
    externalReferences: [{ type: "website", url: "https://bun.com" }],
    properties: [{ name: "commit", value: Bun.revision }],
    components: BUN_PARTS.map(([name, expression, repository, key = ""]) => ({
      type: "library",
      name,
      ...(process.versions[key] !== undefined && { version: process.versions[key] }),
      "bom-ref": `bun@${version}/${name}`,
      licenses: [{ expression }],
      externalReferences: [{ type: "vcs", url: `https://github.com/${repository}` }],
    })),
  };
}
