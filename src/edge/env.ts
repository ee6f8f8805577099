// What the engine binds to the Worker: its objects by their names, and what the person who deploys it says.
import type { MakeWorldMessage, Registered, StoredSeeds } from "./messages.ts";

export interface Env {
  /** The worlds, each by its name. */
  readonly WORLDS: Namespace<WorldStub>;
  /** Who has which worlds, by the hash of the control token. */
  readonly REGISTRIES: Namespace<RegistryStub>;
  /** The seeds that worlds were made from, by their hash. */
  readonly SEEDS: Namespace<SeedsStub>;
  readonly CONTROL_TOKENS?: unknown;
  readonly HOST_NAME?: unknown;
  readonly WORLD_TTL?: unknown;
  readonly MAX_WORLDS?: unknown;
}

interface Namespace<Stub> {
  getByName(name: string): Stub;
}

interface WorldStub {
  fetch(request: Request): Promise<Response>;
  /** Makes the world; responds as the control API does. */
  make(order: MakeWorldMessage): Promise<Response>;
}

interface RegistryStub {
  /** Notes a world that is about to be made. False where there are `most` already. */
  reserve(world: Registered, most: number): Promise<boolean>;
  forget(name: string): Promise<void>;
  list(): Promise<Registered[]>;
}

interface SeedsStub {
  /** Keeps its seeds until a time at least. False where it has none yet. */
  keepUntil(time: number): Promise<boolean>;
  keep(kept: StoredSeeds): Promise<void>;
  read(): Promise<string | undefined>;
}
