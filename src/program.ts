// What only a program that listens adds to a sandbox. The edge and sandboxes without a listener have none of it.
import type { AgentsApp } from "./mcp/http.ts";
import type { ListedCommand } from "./pages/layout/page-env.ts";

export interface ProgramParts {
  /** Responds at `/mcp`. Left out where nothing does, as at the edge, whose program it would not fit into. */
  readonly agents?: AgentsApp | undefined;
  /** Ends the program. Left out if callers of the control API may not. */
  readonly stop?: (() => void) | undefined;
  /** The commands that `/llms.txt` lists. */
  readonly commands?: readonly ListedCommand[] | undefined;
}
