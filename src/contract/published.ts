// The one status of products that the document names (§3).

// Contract: §3, only a product of this status gives a checkout link.
export const PUBLISHED = "PUBLISHED";
