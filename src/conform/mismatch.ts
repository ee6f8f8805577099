// The errors that end a check, and the one that ends a run before its first check.

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

/** An answer of 429 that no waiting changes. */
export class TooManyRequests extends Mismatch {}

/** A fact that cannot be tried on this server, since it has nothing to try it on. */
export class Skipped extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "Skipped";
  }
}

/** A server on which nothing can be tried: it does not answer, or refuses whatever is read. */
export class Halt extends Error {
  /** What ping, products and orders all answered; undefined where there is no answer. */
  readonly status: number | undefined;
  /** Where such an answer leads to. */
  readonly location: string | null;

  constructor(
    message: string,
    { status, location = null, cause }: Partial<Pick<Halt, "status" | "location" | "cause">>,
  ) {
    super(message, { cause });
    this.name = "Halt";
    this.status = status;
    this.location = location;
  }
}
