// Reads variables of the environment. Browsers have none.

/** Reads a variable of the environment; undefined if it is not set, or empty. */
export function environmentVariable(name: string): string | undefined {
  return globalThis.process?.env[name] || undefined;
}
