// The errors that end a check, and the error that ends a run before its first check.

/** A fact that does not hold. The texts follow the words "expected" and "received". */
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

/** A 429 that remains after the longest wait. */
export class TooManyRequests extends Mismatch {}

/** A fact that can't be tested on this server, because it lacks the data. */
export class Skipped extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "Skipped";
  }
}

/** A server that can't be tested: it does not respond, or rejects every request. */
export class Halt extends Error {
  /** The status code of ping, products and orders; undefined without a response. */
  readonly status: number | undefined;
  /** The target if they are redirects. */
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
