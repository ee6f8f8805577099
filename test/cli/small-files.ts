// Runs the program where no file can have more than some kilobytes, which stands for a full disk.
import { RUNTIMES } from "../support/spawn-sandbox.ts";

/** Runs a command under Bun. Writing a larger file fails with EFBIG. */
export async function runWithSmallFiles(kilobytes: number, args: readonly string[]) {
  // Why: the limit is in blocks of 512 bytes, and its signal would end the process.
  const script = `trap "" XFSZ; ulimit -f ${kilobytes * 2}; exec "$@"`;
  const line = ["/bin/sh", "-c", script, "sh", ...(RUNTIMES.bun ?? []), ...args];
  const child = Bun.spawn(line, { stdout: "pipe", stderr: "pipe" });
  const stderr = await new Response(child.stderr).text();
  return { code: await child.exited, stderr };
}
