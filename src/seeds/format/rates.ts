// How fast a token bucket may fill, for seeds and for the command line.

/** The fewest and the most tokens a second. */
export const REFILL = { least: 1e-6, most: 1e9 } as const;
