// A conformance check: one fact about a server, stated as a sentence and tested from outside.
import type { Client } from "./client.ts";
import type { KeyName } from "./server.ts";

/** One fact. `run` throws `Mismatch` if it does not hold, and `Skipped` if it can't be tested. */
export interface Check {
  /** Kebab-case, unique and stable, because reports and flags use it. */
  readonly id: string;
  /** The section of the specification that states it, like `4.2`. Undefined if it is the sandbox's choice. */
  readonly section?: string | undefined;
  /** The fact as a sentence in the present tense. */
  readonly title: string;
  /** The keys that it needs in addition to `full`. Default: none. */
  readonly needs?: readonly KeyName[];
  run(client: Client): Promise<void>;
}
