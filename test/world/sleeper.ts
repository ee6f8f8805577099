// A sandbox that serves one world and saves it after each request, so that it can be put to sleep: what wakes
// is made of the saved texts alone.
import { createSaver, readSavedWorld } from "../../src/persist/save-parts.ts";
import { applyToLayer } from "../../src/world/changes/overlay.ts";
import { type ControlledSandbox, controlled } from "../control/ask.ts";
import { NOW, type TestSandboxOptions } from "../support/sandbox.ts";

export interface SleeperOptions extends TestSandboxOptions {
  /** The world that is saved. */
  readonly world: string;
  /** How many requests of its journal are saved. */
  readonly keptRequests?: number;
  /** The scenario that it is made from, and what is laid over that; where there is neither, it is one of the seeds. */
  readonly made?: { readonly scenario?: string; readonly seeds?: Record<string, unknown> };
}

export interface Sleeper extends ControlledSandbox {
  /** What is stored. */
  readonly parts: ReadonlyMap<string, string>;
  /** Saves the world, and tells which parts were written. */
  save(): [part: string, json: string | undefined][];
  /** Makes another of the same kind, which knows nothing but what this one has stored. */
  sleep(): Sleeper;
}

interface Stored {
  /** The system's time. */
  readonly time: () => number;
  readonly parts: ReadonlyMap<string, string>;
}

/** Makes a sandbox whose world is not saved yet. */
export async function createSleeper(options: SleeperOptions): Promise<Sleeper> {
  const { world, made, keptRequests: _kept, ...ofSandbox } = options;
  const sandbox = controlled(ofSandbox);
  if (made) await sandbox.must(201, "POST", "/worlds", { name: world, ...made });
  return saving(sandbox, options, { time: sandbox.worlds.now, parts: new Map() });
}

function wake(options: SleeperOptions, { time, parts: stored }: Stored): Sleeper {
  const parts = new Map<string, string>(JSON.parse(JSON.stringify([...stored])));
  const { world: _world, made: _made, keptRequests: _kept, ...ofSandbox } = options;
  const sandbox = controlled({ ...ofSandbox, now: time(), loadedAt: NOW });
  const { worlds } = sandbox;
  const beneath = worlds.layerOf(scenarioOf(options));
  const layer = applyToLayer(beneath, options.made?.seeds, NOW);
  worlds.adopt(readSavedWorld(options.world, layer, worlds.now, parts));
  return saving(sandbox, options, { time: worlds.now, parts });
}

function saving(sandbox: ControlledSandbox, options: SleeperOptions, stored: Stored): Sleeper {
  const parts = new Map(stored.parts);
  let written: [part: string, json: string | undefined][] = [];
  const write = (part: string, json: string | undefined) => {
    written.push([part, json]);
    if (json === undefined) parts.delete(part);
    else parts.set(part, json);
  };
  const find = () => sandbox.worlds.find(options.world);
  const saver = createSaver(find, write, stored.parts, options.keptRequests);
  return {
    ...sandbox,
    parts,
    save() {
      written = [];
      saver.save();
      return written;
    },
    sleep: () => wake(options, { ...stored, parts }),
  };
}

const scenarioOf = ({ world, made }: SleeperOptions) =>
  made ? made.scenario : world === "default" ? undefined : world;
