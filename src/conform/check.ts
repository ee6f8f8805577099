// What a conformance check is: one fact about a server, stated as a sentence and tested from outside.
import type { Client } from "./client.ts";
import type { KeyName } from "./server.ts";

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
