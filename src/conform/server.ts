// The server under test, and the keys to test it with.

/**
 * The keys for the checks. Only `full` is required. A check that needs another key is skipped
 * if it is missing. All keys except `otherMerchant` belong to one merchant.
 */
export interface Keys {
  /** All three scopes. */
  readonly full: string;
  /** `catalog:read` and `orders:read`. */
  readonly readOnly?: string | undefined;
  /** Only `checkout:links`. */
  readonly linksOnly?: string | undefined;
  /** No scope at all. */
  readonly noScope?: string | undefined;
  readonly expired?: string | undefined;
  readonly revoked?: string | undefined;
  /** Without sandbox access, with any scopes. */
  readonly noAccess?: string | undefined;
  /** All three scopes, of another merchant. */
  readonly otherMerchant?: string | undefined;
  /** All three scopes and a small bucket, which the rate limit checks use up. */
  readonly limited?: string | undefined;
}

export type KeyName = keyof Keys;

/** Converts a key's name to kebab-case, for flags, ids and messages. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The server under test. */
export interface ServerUnderTest {
  /** The address before `/api/v1/integration/…`. */
  readonly baseUrl: string;
  /** The address that links must start with. Default: links are only compared with each other. */
  readonly hostedUrl?: string | undefined;
  readonly keys: Keys;
  /** Replaces the global `fetch`, to test an app without a port. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}
