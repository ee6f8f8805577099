// Giving memory back to the system once something large is done with: of itself, a runtime does so only as
// more is needed.

// Why: by then what was read is done with, too.
const DONE_MS = 1_000;

/** Has what is not used any more collected, a little later. */
export function giveBack(): void {
  // Runtime: Deno has no way to ask for it, and Node one that would set a flag for all of a user's process.
  if ("Bun" in globalThis) setTimeout(() => Bun.gc(true), DONE_MS).unref();
}
