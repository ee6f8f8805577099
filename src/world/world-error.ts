// What can't be done with worlds, and what is in them.

export type WorldErrorCode =
  | "bad-name"
  | "bad-time"
  | "conflict"
  | "not-found"
  | "not-droppable"
  | "too-many";

/** Something that can't be done with a world; the message says why, and what to do. */
export class WorldError extends RangeError {
  // Runtime: the bundler may call the class otherwise, and Node shows what it is called.
  static override readonly name = "WorldError";
  readonly code: WorldErrorCode;

  constructor(code: WorldErrorCode, message: string) {
    super(message);
    this.name = "WorldError";
    this.code = code;
  }
}
