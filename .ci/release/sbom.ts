// The list of all that is in an executable, as CycloneDX: the packages that the compiler took in, by its
// own account, and Bun with what it is linked with.
import { join } from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { BUN_PARTS } from "./bun-parts.ts";

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
const VERSION = "1.6";

/** Lists what is in a build, from the account of it that `bun build --metafile` wrote. */
export async function makeSbom(metafile: string, root: string): Promise<Sbom> {
  const flags = ["--output-reproducible", "--gather-license-texts", "--sv", VERSION];
  const tool = Bun.spawn([TOOL, ...flags, "--build-working-dir", root, "-o", "-", metafile], {
    stderr: "pipe",
  });
  const [text, complaint] = await Promise.all([
    new Response(tool.stdout).text(),
    new Response(tool.stderr).text(),
  ]);
  if ((await tool.exited) !== 0) throw new Error(`no list of packages was made: ${complaint}`);
  // Why: the tool ends each reference with a hash of where the package lies on this machine.
  const listed: Sbom = JSON.parse(text.replaceAll(/("[^"#]+@[^"#]+)#[0-9a-f]{64}"/g, '$1"'));
  const bun = describeBun();
  const main = listed.metadata.component["bom-ref"];
  return {
    ...listed,
    components: [...listed.components, bun],
    dependencies: [
      ...listed.dependencies.map((entry) =>
        entry.ref === main
          ? { ...entry, dependsOn: [...(entry.dependsOn ?? []), bun["bom-ref"]].toSorted() }
          : entry,
      ),
      { ref: bun["bom-ref"] },
    ],
  };
}

/** Says how a list breaks the schema of CycloneDX; undefined where it keeps it. */
export async function findSchemaBreaches(sbom: unknown): Promise<string | undefined> {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  const breaches = await validator.validate(JSON.stringify(sbom));
  return breaches === null ? undefined : JSON.stringify(breaches);
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
    components: BUN_PARTS.map((part) => {
      const known = part.version === undefined ? undefined : process.versions[part.version];
      return {
        type: "library",
        name: part.name,
        ...(known !== undefined && { version: known }),
        "bom-ref": `bun@${version}/${part.name}`,
        licenses: [{ expression: part.licence }],
        externalReferences: [{ type: "vcs", url: part.home }],
      };
    }),
  };
}
