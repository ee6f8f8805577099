// What a cause of an error is.
import type { Endpoint } from "../../../contract/endpoints.ts";

/** A request that shows an error. */
export interface CauseRequest {
  readonly method: string;
  readonly path: string;
  /** Undefined means that no key is sent. */
  readonly key: string | undefined;
  readonly body?: object | undefined;
  /** How often it is sent. Default: once. */
  readonly times?: number;
}

export interface Cause {
  /** Its anchor, and the name by which it is tried. */
  readonly id: string;
  readonly title: string;
  readonly fix: string;
  /** Undefined if nothing in the world shows it; `missing` says why. */
  readonly request: CauseRequest | undefined;
  readonly missing?: string;
}

/** A request to an endpoint. */
export const calling = ({ method, path }: Endpoint, key: string | undefined, body?: object) => ({
  method,
  path,
  key,
  body,
});
