// The seeds that `merchant-sandbox bundle` writes beside the Worker.
import type { Seeds } from "../seeds/read/entries.ts";

/** A name of what they say: other seeds have another. */
export declare const HASH: string;
export declare const SEEDS: Seeds;
