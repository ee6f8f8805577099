// The packages that are built into the program, and so must be told of with their licences.
export const BUILT_IN = [
  "@hono/node-server",
  "@noble/hashes",
  "@valibot/to-json-schema",
  "fastest-levenshtein",
  "hono",
  "marked",
  "valibot",
  "yaml",
] as const;
