// Why a directory cannot keep the state of a server.

export class StateError extends Error {
  // Runtime: a bundler may rename the class, and Node shows its name.
  static override readonly name = "StateError";
  /** Whether another server uses the directory. If not, it cannot be written. */
  readonly inUse: boolean;

  constructor(message: string, inUse: boolean) {
    super(message);
    this.name = "StateError";
    this.inUse = inUse;
  }
}
