// What `serve` prints when the seeds change.
import type { Reload } from "../../../reload/live-reload.ts";
import { formatDiagnostics } from "../../../seeds/diagnostics/diagnostic.ts";
import { printable, printableJson, printableLines } from "../../../shared/printable.ts";
import { describeChange } from "./describe-change.ts";
import type { LogForm } from "./request-log.ts";

// Why: a directory that was renamed is twenty paths, which nobody reads.
const MOST_FILES = 3;

/** Formats a reload: one line of what changed, or the diagnostics and that all stays as it was. */
export function formatReload(reload: Reload, form: LogForm): string {
  if (reload.outcome === "polling") {
    const message = `edits are looked for every second, as the system tells of none: ${reload.reason}`;
    return format({ event: "warning", message });
  }
  if (reload.outcome === "unfollowed") {
    const message = `edits are not served until the next start, as the seeds can't be followed: ${reload.reason}`;
    return format({ event: "warning", message });
  }
  const files = nameFiles(reload.files);
  if (reload.outcome === "refused") {
    const message = `${files} can't be served, so the seeds stay as they were\n\n${reload.error.message}`;
    return format({ event: "reload-refused", files: reload.files, message });
  }
  const { before, after, warnings, mended } = reload;
  const change =
    describeChange(before, after) ?? (mended ? "all is well again" : "nothing changed");
  const message = `${files} reloaded: ${change}`;
  return [
    ...(form === "off" ? [] : [format({ event: "reload", files: reload.files, message })]),
    ...(warnings.length > 0
      ? [format({ event: "warning", message: formatDiagnostics(warnings) })]
      : []),
  ].join("");

  function format(entry: { readonly message: string; readonly [name: string]: unknown }): string {
    return `${form === "json" ? printableJson(entry) : printableLines(entry.message)}\n`;
  }
}

function nameFiles([first = "", ...others]: readonly string[]): string {
  if (others.length < MOST_FILES) return [first, ...others].map(printable).join(", ");
  return `${printable(first)} and ${others.length} more`;
}
