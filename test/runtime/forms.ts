// Builds a fixture in each form in which the program is run, and runs it to its end.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const DENO = join(ROOT, "node_modules/.bin/deno");

export const FORMS = ["bun", "node", "deno", "executable"] as const;

export type Form = (typeof FORMS)[number];

/** A fixture in all its forms. */
export interface Fixture {
  /** Runs it until it ends by itself, and tells what it reported in lines of JSON, and printed. */
  run(form: Form, ...args: string[]): Promise<Run>;
  remove(): Promise<void>;
}

export interface Run {
  readonly reports: unknown[];
  readonly stderr: string;
  readonly exitCode: number;
}

/** Builds the fixture of a file in this folder, and the workers beside it, as package.json builds. */
export async function buildForms(main: string, ...workers: string[]): Promise<Fixture> {
  const directory = await mkdtemp(join(tmpdir(), "merchant-sandbox-forms-"));
  const sources = [main, ...workers].map((file) => join(import.meta.dir, file));
  const [source = ""] = sources;
  const executable = join(directory, "executable");
  await Bun.write(join(directory, "package.json"), '{"type":"module"}');
  await Promise.all([
    build("--target=node", "--splitting", "--outdir", directory, ...sources),
    build(
      ...["--compile", "--minify", "--bytecode", "--format=esm"],
      ...[...sources, "--outfile", executable],
    ),
  ]);
  const commands: Readonly<Record<Form, readonly string[]>> = {
    bun: [process.execPath, source],
    node: ["node", join(directory, basename(main).replace(/ts$/, "js"))],
    deno: [DENO, "run", "--allow-all", "--no-check", "--no-lock", source],
    executable: [executable],
  };
  return {
    run: (form, ...args) => run([...commands[form], ...args]),
    remove: () => rm(directory, { recursive: true }),
  };
}

async function build(...args: string[]): Promise<void> {
  const { exitCode, stderr } = await run([process.execPath, "build", ...args], false);
  if (exitCode !== 0) throw new Error(`the fixture cannot be built:\n${stderr}`);
}

async function run(command: readonly string[], reporting = true): Promise<Run> {
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: { ...process.env, DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const lines = reporting ? stdout.split("\n").filter((line) => line !== "") : [];
  return { reports: lines.map((line) => JSON.parse(line)), stderr, exitCode };
}
