// The two errors that end a check early.

/** A fact that does not hold. Both texts continue the words "expected" and "received". */
export class Mismatch extends Error {
  readonly expected: string;
  readonly received: string;

  constructor(expected: string, received: string) {
    super(`expected ${expected}, received ${received}`);
    this.name = "Mismatch";
    this.expected = expected;
    this.received = received;
  }
}

/** A fact that cannot be tried on this server, since it has nothing to try it on. */
export class Skipped extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "Skipped";
  }
}
