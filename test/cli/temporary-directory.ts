// A directory of its own for a test, gone when the test is over.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TemporaryDirectory extends AsyncDisposable {
  readonly path: string;
}

/** Makes a directory with the given files in it, by their paths within. */
export async function temporaryDirectory(
  files: Readonly<Record<string, string>> = {},
): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(tmpdir(), "merchant-sandbox-"));
  for (const [name, text] of Object.entries(files)) await Bun.write(join(path, name), text);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Seeds of one merchant with the given keys. */
export function seedsWithKeys(...keys: readonly string[]): string {
  const entries = keys.map((key) => `  - key: ${JSON.stringify(key)}\n    merchant: acme\n`);
  return `merchants:\n  - slug: acme\nkeys:\n${entries.join("")}`;
}
