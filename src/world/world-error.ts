// Operations on worlds that are not possible, and why.

export const WORLD_ERROR_CODES = [
  "bad-name",
  "bad-time",
  "conflict",
  "not-found",
  "not-droppable",
  "too-many",
] as const;
export type WorldErrorCode = (typeof WORLD_ERROR_CODES)[number];

/** A world cannot be saved, so it is not changed. */
export class UnsavedError extends Error {
  override readonly name = "UnsavedError";
}

/** An operation on a world that is not possible. The message has the reason and the fix. */
export class WorldError extends RangeError {
  // Runtime: a bundler may rename the class, and Node shows its name.
  static override readonly name = "WorldError";
  readonly code: WorldErrorCode;

  constructor(code: WorldErrorCode, message: string) {
    super(message);
    this.name = "WorldError";
    this.code = code;
  }
}
