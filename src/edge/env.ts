// What the engine binds to the Worker: its objects by their names. settings.ts reads the rest.
import type { Claim, MakeWorldMessage, Registered, StoredSeeds } from "./messages.ts";

export interface Env {
  /** The worlds by their names. */
  readonly WORLDS: Namespace<WorldStub>;
  /** The worlds of each team, by its name; without one, by the hash of its token. */
  readonly REGISTRIES: Namespace<RegistryStub>;
  /** The seeds that worlds were created from, by their hash. */
  readonly SEEDS: Namespace<SeedsStub>;
}

interface Namespace<Stub> {
  getByName(name: string): Stub;
}

interface WorldStub {
  fetch(request: Request): Promise<Response>;
  /** Creates the world, and responds as the control API does. */
  make(order: MakeWorldMessage): Promise<Response>;
}

interface RegistryStub {
  /** Registers a world before it is created. Returns false if there are already `most`. */
  reserve(world: Registered, most: number): Promise<boolean>;
  /** Returns what was noted of the world of a name, if there is one. */
  find(own: string): Promise<Claim | undefined>;
  /** Returns what was noted of the world of a name; the first time, notes a claim. */
  claim(own: string, claim: Claim, most: number): Promise<Claim | undefined>;
  forget(name: string): Promise<void>;
  list(): Promise<Registered[]>;
}

interface SeedsStub {
  /** Keeps its seeds until this time or longer. Returns false if it has none. */
  keepUntil(time: number): Promise<boolean>;
  keep(kept: StoredSeeds): Promise<void>;
  read(): Promise<string | undefined>;
}
