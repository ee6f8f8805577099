// Why a sandbox could not start, and which flag mends it.
import { ListenError } from "../../../runtime/listen.ts";
import { InvalidSeedsError } from "../../../seeds/diagnostics/invalid-seeds-error.ts";
import { WorldError } from "../../../world/world-error.ts";
import { CommandError } from "../../terminal.ts";
import type { ServeOptions } from "./options.ts";

/** Puts what `startSandbox` throws in the words of the command line; anything else stays as it is. */
export function explainStart(error: unknown, options: ServeOptions): unknown {
  if (error instanceof InvalidSeedsError) {
    return new CommandError(`the seeds can't be served\n\n${error.message}`);
  }
  if (error instanceof WorldError) {
    return new CommandError(`--scenario can't be laid over the seeds: ${error.message}`);
  }
  return error instanceof ListenError ? new CommandError(explainListen(error, options)) : error;
}

function explainListen({ code, hostname, port }: ListenError, options: ServeOptions): string {
  // Why: the two ports are never the same, but for 0, which is never refused.
  const flag = port === options["hosted-port"] ? "--hosted-port" : "--port";
  switch (code) {
    case "EADDRINUSE":
      return `port ${port} of ${hostname} is taken\n  Stop what listens there, or choose another with ${flag} (0 takes any free one).`;
    case "EACCES":
      return `port ${port} of ${hostname} is not open to this user\n  Choose one above 1023 with ${flag}.`;
    case "EADDRNOTAVAIL":
      return `can't listen on ${hostname}, which is no address of this machine\n  Choose another with --host.`;
  }
}
