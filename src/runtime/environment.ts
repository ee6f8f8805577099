// A variable of the environment, where there is one: browsers have none.

/** Reads a variable of the environment; undefined if it is not set, or empty. */
export function environmentVariable(name: string): string | undefined {
  return globalThis.process?.env[name] || undefined;
}
