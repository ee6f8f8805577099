/** @jsxImportSource hono/jsx */
// A form with all of a request, to send it again with changes.
import type { JournalEntry } from "../../../world/journal/entry.ts";
import { Action, Suggestions, TextArea, TextField } from "../action.tsx";
import { formatHeaders } from "../format-entry.ts";
import { linkTo, type ViewProps } from "../view.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

interface ResendProps extends ViewProps {
  readonly entry: JournalEntry;
  /** Its body without masks; undefined if not all of it was kept. */
  readonly body: string | undefined;
}

export const Resend = ({ view, entry, body }: ResendProps) => {
  const { id, method, path, request } = entry;
  const shown = request.body ?? "";
  return (
    <details class="new">
      <summary>Edit and resend</summary>
      <Action
        method="POST"
        path={`requests/${id}/replay`}
        partial
        done="Sent: {status}."
        then={linkTo(view, "/requests/{id}", view, { with: id })}
        button="Send"
        label={`Send the edited ${id}`}
        kind="primary"
      >
        <TextField label="Method" name="method" value={method} words="methods" required />
        <Suggestions id="methods" words={METHODS} />
        <TextField label="Path" name="path" value={path} required />
        <TextArea
          label="Headers"
          name="headers"
          type="headers"
          value={formatHeaders(request.headers)}
        />
        {body !== undefined && <TextArea label="Body" name="body" value={shown} />}
        {body !== undefined && body !== shown && (
          <p class="wide muted">
            Secrets in the body are masked. A body that you do not change is sent with them. If you
            change it, write them in place of their masks.
          </p>
        )}
      </Action>
    </details>
  );
};
