// Who changes worlds at the moment, for the log. Changes are made at once, without waiting for anything, so that no
// other actor comes between.

export type Actor = "seeds" | "control API" | "dashboard" | "checkout" | "program";

// Why: what no listener has received was called by the program that holds the sandbox.
let current: Actor = "program";

/** Runs what an actor does; what it awaits before it changes a world is not its own any more. */
export function actAs<Result>(actor: Actor, run: () => Result): Result {
  const before = current;
  current = actor;
  try {
    return run();
  } finally {
    current = before;
  }
}

export const currentActor = (): Actor => current;
