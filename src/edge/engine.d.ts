// What the engine at the edge gives to its objects, as far as it is used here. Its own types would be those
// of the whole engine, and at odds with those of browsers.
declare class FixedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
  /** Takes so many bytes, neither more nor fewer. */
  constructor(length: number);
}

declare module "cloudflare:workers" {
  /** An object of the engine: one at a time of each name, wherever it is. */
  export class DurableObject<Env> {
    protected readonly ctx: ObjectState;
    protected readonly env: Env;
    constructor(ctx: ObjectState, env: Env);
  }

  export interface ObjectState {
    readonly storage: ObjectStorage;
  }

  /** What an object keeps while its memory is gone. Nothing that it sends goes out before what it wrote is safe. */
  export interface ObjectStorage {
    readonly sql: Sql;
    /** Runs what writes: all of it is written, or none where it throws. */
    transactionSync<Result>(write: () => Result): Result;
    /** Has `alarm()` called at a time in Unix milliseconds. */
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
