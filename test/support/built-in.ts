// The packages that are built into the program, and so must be told of with their licences.
export const BUILT_IN = [
  "@hono/node-server",
  "@noble/hashes",
  "@valibot/to-json-schema",
  "fast-check",
  "fastest-levenshtein",
  "hono",
  "marked",
  "pure-rand",
  "valibot",
  "yaml",
] as const;
