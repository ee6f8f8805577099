// A conformance check: one fact about a server, stated as a sentence and tested from outside.
import type { Client } from "./client.ts";
import type { KeyName } from "./server.ts";

/** The source of the fact: the specification, or the sandbox's choice where the specification says nothing. */
export type Promised = "document" | "sandbox";

/** One fact. `run` throws `Mismatch` if it does not hold, and `Skipped` if it can't be tested. */
export interface Check {
  /** Kebab-case, unique and stable, because reports and flags use it. */
  readonly id: string;
  /** A section of the specification (`4.2`), or a heading of its reading (`reading: Lists`). */
  readonly section: string;
  readonly promise: Promised;
  /** The fact as a sentence in the present tense. */
  readonly title: string;
  /** The keys that it needs in addition to `full`. */
  readonly needs: readonly KeyName[];
  run(client: Client): Promise<void>;
}
