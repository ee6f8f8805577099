// A stranger's project with the package in it: what `npm pack` holds, laid out as npm installs it. The tools of
// the project are linked from here, so that nothing is downloaded.
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import manifest from "../../package.json" with { type: "json" };

const ROOT = join(import.meta.dir, "../..");

/** The package as `npm pack` writes it. */
export interface Pack extends AsyncDisposable {
  readonly path: string;
}

/** Packs what `npm run build` has written. */
export async function packPackage(): Promise<Pack> {
  const directory = await mkdtemp(join(tmpdir(), "merchant-sandbox-pack-"));
  await run(["npm", "pack", "./dist", "--silent", "--pack-destination", directory]);
  const [name = ""] = await readdir(directory);
  return {
    path: join(directory, name),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Installs a pack in a directory, and with it some of the packages that are installed here. */
export async function install(
  pack: Pack,
  directory: string,
  packages: readonly string[],
): Promise<void> {
  const modules = join(directory, "node_modules");
  const installed = join(modules, manifest.name);
  await mkdir(installed, { recursive: true });
  await run(["tar", "-xzf", pack.path, "--strip-components=1", "-C", installed]);
  for (const name of packages) {
    await link(join(ROOT, "node_modules", name), join(modules, name));
  }
  for (const name of [manifest.name, ...packages]) {
    const { bin = {} } = await Bun.file(join(modules, name, "package.json")).json();
    for (const [program, path] of Object.entries<string>(bin)) {
      await link(join("..", name, path), join(modules, ".bin", program));
    }
  }
}

/** Where each of the compilers is that projects have: ours, and that of generated clients. */
export const COMPILERS = {
  "TypeScript 7": join(ROOT, "node_modules/typescript"),
  "TypeScript 5.9": dirname(Bun.resolveSync("typescript/package.json", join(ROOT, "test/clients"))),
};

/** Checks types in a directory by its own packages. Returns what the compiler says. */
export async function checkTypes(
  directory: string,
  files: readonly string[],
  flags: readonly string[],
  compiler = COMPILERS["TypeScript 7"],
): Promise<string> {
  const command = [
    "node",
    join(compiler, "bin/tsc"),
    "--noEmit",
    "--pretty",
    "false",
    ...flags,
    ...files,
  ];
  const child = Bun.spawn(command, { cwd: directory, stderr: "inherit" });
  return new Response(child.stdout).text();
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}

async function run(command: readonly string[]): Promise<void> {
  const child = Bun.spawn([...command], { cwd: ROOT, stdout: "ignore", stderr: "pipe" });
  const errors = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed:\n${errors}`);
}
