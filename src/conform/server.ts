// The server under test, and the keys to test it with.

/**
 * The keys that checks call with. Only `full` is needed; a check that wants another one is skipped
 * where that is not given. All but `otherMerchant` belong to one merchant.
 */
export interface Keys {
  /** All three scopes. */
  readonly full: string;
  /** `catalog:read` and `orders:read`. */
  readonly readOnly?: string | undefined;
  /** `checkout:links` alone. */
  readonly linksOnly?: string | undefined;
  /** No scope at all. */
  readonly noScope?: string | undefined;
  readonly expired?: string | undefined;
  readonly revoked?: string | undefined;
  /** Without sandbox access, its scopes being any. */
  readonly noAccess?: string | undefined;
  /** All three scopes, of another merchant. */
  readonly otherMerchant?: string | undefined;
  /** All three scopes and a small bucket, which the rate limit checks use up. */
  readonly limited?: string | undefined;
}

export type KeyName = keyof Keys;

/** Writes a key's name as flags, ids and messages have it. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Where the server under test is, and what may be used to talk to it. */
export interface ServerUnderTest {
  /** The address in front of `/api/v1/integration/…`. */
  readonly baseUrl: string;
  /** The address that links are to begin with; unknown, links are only compared with each other. */
  readonly hostedUrl?: string | undefined;
  readonly keys: Keys;
  /** Stands in for the global `fetch`, so that an app is tried without a port. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}
