// The messages between the Worker and its objects, and what is stored about a world.
import * as v from "valibot";
import type { WantedWorld } from "../world/changes/making.ts";

/** What is stored in a world's object besides its state. Of the secret, only the hash. */
export const AboutSchema = v.strictObject({
  name: v.string(),
  /** Whom it belongs to: the team that made it. */
  owner: v.string(),
  secret: v.string(),
  /** Unix milliseconds, as all times here. The relative times of its seeds count from it. */
  madeAt: v.number(),
  expiresAt: v.number(),
  /** The hash of the seeds that it was created from, and the scenario. */
  seeds: v.string(),
  scenario: v.exactOptional(v.string()),
  /** How long it was asked to exist. */
  ttl: v.exactOptional(v.string()),
  /** What its checkout signs forms with. */
  formSecret: v.string(),
  /** When it restarted because its stored data could not be read. */
  restartedAt: v.exactOptional(v.number()),
});
export type About = v.InferOutput<typeof AboutSchema>;

/** A world to create. */
export interface MakeWorldMessage {
  readonly about: About;
  /** What is asked of the control API. */
  readonly body: WantedWorld;
  /** The address that it was asked at. */
  readonly origin: string;
}

export interface Registered {
  readonly name: string;
  readonly expiresAt: number;
}

/** A world as its team's list has it, from before it is made. */
export interface Claim extends Registered {
  readonly secret: string;
  readonly formSecret: string;
  readonly madeAt: number;
}

/** Seeds as JSON, and until when a world may need them. */
export interface StoredSeeds {
  readonly json: string;
  readonly until: number;
}
