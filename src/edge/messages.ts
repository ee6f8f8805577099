// The messages between the Worker and its objects, and what is stored about a world.
import * as v from "valibot";

/** What is stored about a world in addition to its state. Of tokens and secrets, only hashes are stored. */
export const AboutSchema = v.strictObject({
  name: v.string(),
  /** The control token that created it. */
  owner: v.string(),
  secret: v.string(),
  /** Unix milliseconds, as all times here. The relative times of its seeds count from it. */
  madeAt: v.number(),
  expiresAt: v.number(),
  /** The hash of the seeds that it was created from, and the scenario. */
  seeds: v.string(),
  scenario: v.exactOptional(v.string()),
  /** The secret that signs the forms of its checkout. */
  formSecret: v.string(),
  /** When it restarted because its stored data could not be read. */
  begunAnewAt: v.exactOptional(v.number()),
});
export type About = v.InferOutput<typeof AboutSchema>;

/** A world to create. */
export interface MakeWorldMessage {
  readonly about: About;
  /** The body of the call: `name`, `scenario`, `seeds`. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The URL of the call. */
  readonly origin: string;
}

export interface Registered {
  readonly name: string;
  readonly expiresAt: number;
}

/** Seeds as JSON, and the time until which a world may need them. */
export interface StoredSeeds {
  readonly json: string;
  readonly until: number;
}
