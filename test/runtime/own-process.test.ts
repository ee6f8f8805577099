// Under Node the program answers with the adapter's light responses, several times as fast as Node's own; a
// library leaves the globals of the process that it is in alone.
import { expect, test } from "bun:test";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");

/** Runs Node until it ends by itself, and says whether `Response` is still its own then. */
async function keepsResponse(...command: string[]): Promise<boolean> {
  const watch =
    "const own = Response; process.on('exit', () => console.error('own:', Response === own))";
  const child = Bun.spawn(["node", "--import", `data:text/javascript,${watch}`, ...command], {
    cwd: ROOT,
    stdout: "ignore",
    stderr: "pipe",
  });
  const stderr = await new Response(child.stderr).text();
  expect(stderr).toContain("own: ");
  return stderr.includes("own: true");
}

test("the program replaces Node's Response", async () => {
  expect(await keepsResponse("dist/main.js", "exec", "--", "true")).toBe(false);
});

test("the library does not change it", async () => {
  const program =
    'const { startSandbox } = await import("./dist/index.js"); await (await startSandbox({ port: 0 })).close()';
  expect(await keepsResponse("--input-type=module", "--eval", program)).toBe(true);
});
