// What `serve` prints when the seeds change.
import type { FileEdit, Reload } from "../../../reload/live-reload.ts";
import { formatDiagnostics, isError } from "../../../seeds/diagnostics/diagnostic.ts";
import { InvalidSeedsError } from "../../../seeds/diagnostics/invalid-seeds-error.ts";
import { printable, printableJson, printableLines } from "../../../shared/printable.ts";
import { describeChange } from "./describe-change.ts";
import type { LogForm } from "./request-log.ts";

// Why: a renamed directory changes many paths, and a line with all of them is too long to read.
const MOST_FILES = 3;

/** Formats a reload: one line that says what changed, or the diagnostics of what is not served. */
export function formatReload(reload: Reload, form: LogForm): string {
  if (reload.outcome === "polling") {
    const message = `the file system delivers no events, so the seeds are checked every second: ${reload.reason}`;
    return format({ event: "warning", message });
  }
  if (reload.outcome === "unfollowed") {
    const message = `the seeds can't be watched, so edits are served only after a restart: ${reload.reason}`;
    return format({ event: "warning", message });
  }
  const files = reload.files.map(({ path }) => path);
  const edits = listEdits(reload.files);
  if (reload.outcome === "refused") {
    const { error } = reload;
    const broken = error instanceof InvalidSeedsError ? brokenFiles(error) : [];
    const because = broken.length === 0 ? "" : ` because of errors in ${listFiles(broken)}`;
    const message = `${edits}; not reloaded${because}\n\n${error.message}`;
    return format({ event: "reload-refused", files, broken, message });
  }
  const { before, after, warnings, fixed } = reload;
  const change = describeChange(before, after) ?? (fixed ? "errors fixed" : "nothing changed");
  const message = `${edits}; reloaded: ${change}`;
  return [
    ...(form === "off" ? [] : [format({ event: "reload", files, message })]),
    ...(warnings.length > 0
      ? [format({ event: "warning", message: formatDiagnostics(warnings) })]
      : []),
  ].join("");

  function format(entry: { readonly message: string; readonly [name: string]: unknown }): string {
    return `${form === "json" ? printableJson(entry) : printableLines(entry.message)}\n`;
  }
}

function listEdits(edits: readonly FileEdit[]): string {
  if (edits.length > MOST_FILES) return `${listFiles(edits.map(({ path }) => path))} changed`;
  return edits.map(({ path, edit }) => `${printable(path)} ${edit}`).join(", ");
}

function listFiles([first = "", ...others]: readonly string[]): string {
  if (others.length < MOST_FILES) return [first, ...others].map(printable).join(", ");
  return `${printable(first)} and ${others.length} more`;
}

function brokenFiles({ diagnostics }: InvalidSeedsError): string[] {
  return [...new Set(diagnostics.filter(isError).map(({ span }) => span.file.path))].sort();
}
