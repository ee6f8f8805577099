// What `serve` says when the seeds change under it.
import type { Reload } from "../follow-seeds.ts";
import { formatDiagnostics } from "../seeds/diagnostic.ts";
import { describeChange } from "./describe-change.ts";
import type { LogForm } from "./request-log.ts";

/** Formats a reload: one line of what changed, or the diagnostics and that all stays as it was. */
export function formatReload(reload: Reload, form: LogForm): string {
  const files = reload.files.join(", ");
  if (reload.outcome === "refused") {
    const message = `${files} can't be served, so the seeds stay as they were\n\n${reload.error.message}`;
    return format({ event: "reload-refused", files: reload.files, message });
  }
  const { before, after, warnings } = reload;
  const message = `${files} reloaded: ${describeChange(before, after)}`;
  return [
    ...(form === "off" ? [] : [format({ event: "reload", files: reload.files, message })]),
    ...(warnings.length > 0
      ? [format({ event: "warning", message: formatDiagnostics(warnings) })]
      : []),
  ].join("");

  function format(entry: { readonly message: string; readonly [name: string]: unknown }): string {
    return `${form === "json" ? JSON.stringify(entry) : entry.message}\n`;
  }
}
