// A comparable tool: what is installed of it, how it is made to answer as the sandbox does, and what it
// can't.
import type { Recorded, SentRequest } from "../requests.ts";

export const PEER_REQUESTS = ["ping", "orders", "link"] as const;
export type PeerRequest = (typeof PEER_REQUESTS)[number];

/** Requests with the answers of a sandbox. */
export type Answers = Readonly<
  Record<PeerRequest, { readonly request: SentRequest; readonly answer: Recorded }>
>;

export interface Peer {
  /** The one package, and the exact version. */
  readonly name: string;
  readonly version: string;
  /** Where its paths are not ours. */
  readonly paths?: Partial<Record<PeerRequest, string>>;
  /** What it can't answer as the sandbox does, and why. */
  readonly missing?: Partial<Record<PeerRequest, string>>;
  /** Writes its configuration, and returns the command that starts it. */
  configure(setup: Setup): Promise<readonly string[]>;
}

export interface Setup {
  readonly answers: Answers;
  readonly port: number;
  /** Where the configuration goes: beside `node_modules`, in which the package is. */
  readonly directory: string;
}
