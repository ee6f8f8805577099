// The parts of the engine's API that are used here. The engine's own types cover all of it, and conflict with the types
// of browsers.
declare class FixedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
  /** Accepts exactly this many bytes. */
  constructor(length: number);
}

declare module "cloudflare:workers" {
  /** An object of the engine. At any time, only one object of each name exists. */
  export class DurableObject<Env> {
    protected readonly ctx: ObjectState;
    protected readonly env: Env;
    constructor(ctx: ObjectState, env: Env);
  }

  export interface ObjectState {
    readonly storage: ObjectStorage;
  }

  /** The storage of an object, which outlives its memory. No response is sent before all writes are stored. */
  export interface ObjectStorage {
    readonly sql: Sql;
    /** Runs a transaction: stores all writes, or none if it throws. */
    transactionSync<Result>(write: () => Result): Result;
    /** Schedules a call of `alarm()` at a time in Unix milliseconds. */
    setAlarm(time: number): Promise<void>;
    deleteAlarm(): Promise<void>;
    deleteAll(): Promise<void>;
  }

  export interface Sql {
    exec(query: string, ...values: readonly (string | number)[]): Iterable<Record<string, unknown>>;
    /** In bytes. */
    readonly databaseSize: number;
  }
}
