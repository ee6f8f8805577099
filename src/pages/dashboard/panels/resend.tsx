/** @jsxImportSource hono/jsx */
// A form with all of a request, to send it again with changes.
import type { Exchange } from "../../../world/journal/exchange.ts";
import type { JournalEntry } from "../../../world/journal/record.ts";
import { Action, Suggestions, TextArea, TextField } from "../action.tsx";
import { isWhole } from "../curl.ts";
import { formatHeaders } from "../format-entry.ts";
import { linkTo, type View } from "../view.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

interface ResendProps {
  readonly view: View;
  readonly entry: JournalEntry;
  readonly exchange: Exchange;
}

export const Resend = ({ view, entry, exchange }: ResendProps) => {
  const { id, method, path, request } = entry;
  const { body } = request;
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
        {isWhole(exchange) && <TextArea label="Body" name="body" value={body ?? ""} />}
        {isWhole(exchange) && body !== null && body !== exchange.sentBody && (
          <p class="wide muted">
            Secrets in the body are masked. A body that you do not change is sent with them. If you
            change it, write them in place of their masks.
          </p>
        )}
      </Action>
    </details>
  );
};
