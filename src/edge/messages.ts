// The messages between the Worker and its objects, and what is stored about a world.
import * as v from "valibot";
import type { WantedWorld } from "../world/changes/making.ts";

/** A world in the list of its team. Times are Unix milliseconds, here and below. */
export const RegisteredSchema = v.object({ name: v.string(), expiresAt: v.number() });
export type Registered = v.InferOutput<typeof RegisteredSchema>;

/** What is noted of a world from before it is made. */
export const ClaimSchema = v.object({
  ...RegisteredSchema.entries,
  secret: v.string(),
  /** What its checkout signs forms with. */
  formSecret: v.string(),
  /** The relative times of its seeds count from it. */
  madeAt: v.number(),
});
export type Claim = v.InferOutput<typeof ClaimSchema>;

/** What is stored in a world's object besides its state. Of the secret, only the hash. */
export const AboutSchema = v.strictObject({
  ...ClaimSchema.entries,
  /** Whom it belongs to: the team that made it. */
  owner: v.string(),
  /** The hash of the seeds that it was created from, and the scenario. */
  seeds: v.string(),
  scenario: v.exactOptional(v.string()),
  /** How long it was asked to exist. */
  ttl: v.exactOptional(v.string()),
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

/** Seeds as JSON, and until when a world may need them. */
export interface StoredSeeds {
  readonly json: string;
  readonly until: number;
}
