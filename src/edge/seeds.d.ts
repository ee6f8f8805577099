// The seeds that `merchant-sandbox bundle` writes next to the Worker.
import type { Seeds } from "../seeds/read/entries.ts";

/** Identifies the content: other seeds have another revision. */
export declare const HASH: string;
export declare const SEEDS: Seeds;
