// What `serve` and `exec` warn of once they are ready.
import { spellHost } from "../../../runtime/address.ts";
import { type Diagnostic, formatDiagnostics } from "../../../seeds/diagnostics/diagnostic.ts";
import type { ServeOptions } from "./options.ts";
import type { LogForm } from "./request-log.ts";

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1)$/i;

/** Formats what is served but may surprise: odd seeds, and a host that others reach. */
export function formatWarnings(
  seeds: readonly Diagnostic[],
  { host, "control-token": token }: Partial<Pick<ServeOptions, "host" | "control-token">>,
  form: LogForm = "pretty",
): string {
  const need = token === undefined ? ", and the control API needs --control-token there" : "";
  const open = `other machines can reach ${host}${need}; leave --host out to keep to this one`;
  const warnings = [
    ...(seeds.length > 0 ? [formatDiagnostics(seeds)] : []),
    ...(host === undefined || LOOPBACK.test(spellHost(host))
      ? []
      : [`merchant-sandbox: warning: ${open}`]),
  ];
  const format = (message: string) =>
    form === "json" ? JSON.stringify({ event: "warning", message }) : message;
  return warnings.map((message) => `${format(message)}\n`).join("");
}
