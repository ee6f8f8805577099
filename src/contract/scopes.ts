// The scopes that a key may hold, and nothing of who holds them.

// Contract: §5.4 names these three.
export const SCOPES = ["catalog:read", "orders:read", "checkout:links"] as const;

/** One of the scopes a key may hold (§5.4). */
export type Scope = (typeof SCOPES)[number];
