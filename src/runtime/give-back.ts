// Giving memory back to the system, once something large is done with: of itself, a runtime does so only
// as more is needed.

/** Collects what is not used any more. */
export async function giveBack(): Promise<void> {
  if ("Bun" in globalThis) return Bun.gc(true);
  // Runtime: Deno has no way to ask for it.
  if ("Deno" in globalThis) return;
  // Runtime: Node hides its collector behind a flag, which may be set at any time.
  const [{ setFlagsFromString }, { runInNewContext }] = await Promise.all([
    import("node:v8"),
    import("node:vm"),
  ]);
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}
