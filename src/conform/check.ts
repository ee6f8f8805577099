// What a conformance check is: one fact about a server, told in a sentence and tried from outside.
// Here are the types and the two errors that end a check early; the facts are in checks/.
import type { Client } from "./client.ts";

/**
 * The keys that checks call with. Only `full` is needed; a check that wants another one is skipped
 * where that is not given. All but `otherMerchant` belong to one merchant.
 */
export interface Keys {
  /** All three scopes. */
  readonly full: string;
  /** `catalog:read` and `orders:read`. */
  readonly readOnly?: string | undefined;
  /** `checkout:links` alone. */
  readonly linksOnly?: string | undefined;
  /** No scope at all. */
  readonly noScope?: string | undefined;
  readonly expired?: string | undefined;
  readonly revoked?: string | undefined;
  /** Without sandbox access, its scopes being any. */
  readonly noAccess?: string | undefined;
  /** All three scopes, of another merchant. */
  readonly otherMerchant?: string | undefined;
  /** All three scopes and a small bucket, which the rate limit checks use up. */
  readonly limited?: string | undefined;
}

export type KeyName = keyof Keys;

/** Where the server under test is, and what may be used to talk to it. */
export interface Target {
  /** The address in front of `/api/v1/integration/…`. */
  readonly baseUrl: string;
  /** The address that links are to begin with; unknown, links are only compared with each other. */
  readonly hostedUrl?: string | undefined;
  readonly keys: Keys;
  /** Stands in for the global `fetch`, so that an app is tried without a port. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** Who says so: the document, or the sandbox where the document is silent. */
export type Promised = "document" | "sandbox";

/** One fact. `run` returns where it holds, and throws `Mismatch` or `Skipped` where it does not. */
export interface Check {
  /** Kebab-case, unique and stable: reports and exceptions to them name it. */
  readonly id: string;
  /** A section of the document (`4.2`), or a heading of its reading (`reading: Lists`). */
  readonly section: string;
  readonly promise: Promised;
  /** The fact as a sentence in the present tense. */
  readonly title: string;
  /** The keys it calls with, `full` aside. */
  readonly needs: readonly KeyName[];
  run(client: Client): Promise<void>;
}

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
