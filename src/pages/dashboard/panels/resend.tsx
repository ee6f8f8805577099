/** @jsxImportSource hono/jsx */
// A form with all of a request, to send it again with changes.
import type { JournalEntry } from "../../../world/journal/record.ts";
import { Action, Suggestions, TextArea, TextField } from "../action.tsx";
import { formatHeaders } from "../format-entry.ts";
import { linkTo, type View } from "../view.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

interface ResendProps {
  readonly view: View;
  readonly entry: JournalEntry;
  /** Whether all of the body was kept. */
  readonly isWhole: boolean;
}

export const Resend = ({ view, entry, isWhole }: ResendProps) => {
  const { id, method, path, request } = entry;
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
        {isWhole && <TextArea label="Body" name="body" value={request.body ?? ""} />}
      </Action>
    </details>
  );
};
