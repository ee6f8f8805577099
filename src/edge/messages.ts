// The messages between the Worker and its objects, and what is stored about a world.
import * as v from "valibot";

/** What is known of a world besides its state. Of tokens and secrets only the hashes are stored. */
export const AboutSchema = v.strictObject({
  name: v.string(),
  /** The control token that made it. */
  owner: v.string(),
  secret: v.string(),
  /** Unix milliseconds, as all times here. The relative times of its seeds count from it. */
  madeAt: v.number(),
  expiresAt: v.number(),
  /** The seeds that it was made from, by their hash, and the scenario of theirs. */
  seeds: v.string(),
  scenario: v.exactOptional(v.string()),
  /** What its checkout signs forms with. */
  formSecret: v.string(),
  /** When it started again, because what was stored of it could not be read any more. */
  begunAnewAt: v.exactOptional(v.number()),
});
export type About = v.InferOutput<typeof AboutSchema>;

/** A world that is to be made. */
export interface MakeWorldMessage {
  readonly about: About;
  /** What is asked of the control API: `name`, `scenario`, `seeds`. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The address that it was asked at. */
  readonly origin: string;
}

export interface Registered {
  readonly name: string;
  readonly expiresAt: number;
}

/** Seeds as JSON, and until when a world may need them. */
export interface StoredSeeds {
  readonly json: string;
  readonly until: number;
}
