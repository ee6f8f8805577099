// Runs the tools that make and check a release.

interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: Blob | undefined;
}

/** Runs a command to its end and returns its output. Throws with all its output when it fails. */
export async function run(words: readonly string[], options: Options = {}): Promise<string> {
  const child = Bun.spawn([...words], { ...options, stdout: "pipe", stderr: "pipe" });
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) === 0) return output;
  throw new Error(`${words.join(" ")} failed:\n${output}${errors}`);
}
