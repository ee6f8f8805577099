/** @jsxImportSource hono/jsx */
// One request in the log: a row that leads to all that is known of it.
import type { JournalEntry } from "../../world/journal/entry.ts";
import { InlineText } from "../layout/page.tsx";
import { Action } from "./action.tsx";
import type { Fix } from "./fixes.ts";
import { linkTo, type ViewProps } from "./view.ts";

interface RowProps extends ViewProps {
  readonly entry: JournalEntry;
  /** What would let it pass. */
  readonly fixes?: readonly Fix[];
}

export const RequestRow = ({ view, entry, fixes = [] }: RowProps) => {
  const { id, method, path, key, merchant, why, hints } = entry;
  const isOpen = view.exchange?.id === id;
  return (
    <li data-key={id}>
      <a
        class="request"
        href={linkTo(view, `/requests/${id}`)}
        aria-current={isOpen ? "true" : undefined}
        data-go
      >
        <LogTime iso={entry.time} now={view.now} />
        <StatusBadge entry={entry} />
        <span>
          {method} <code>{shorten(path)}</code>
        </span>
        <span class="muted">{key ?? merchant}</span>
        <span class="muted number">{formatMs(entry.ms)}</span>
        {why !== null && (
          <span class="why">
            <InlineText text={why} />
          </span>
        )}
        {hints.map((hint) => (
          <span class="hint muted">
            <InlineText text={hint} />
          </span>
        ))}
      </a>
      {fixes.length > 0 && (
        <div class="line fixes">
          {fixes.map((fix) => (
            <Action {...fix} />
          ))}
          <Replay view={view} id={id} />
        </div>
      )}
    </li>
  );
};

interface ReplayProps extends ViewProps {
  readonly id: string;
}

/** Sends a request again, and shows both responses. */
export const Replay = ({ view, id }: ReplayProps) => (
  <Action
    method="POST"
    path={`requests/${id}/replay`}
    done="Sent again: {status}."
    then={linkTo(view, "/requests/{id}", view, { with: id })}
    button="Replay"
    label={`Replay ${id}`}
  />
);

/** How a request was answered. */
export const StatusBadge = ({ entry }: Pick<RowProps, "entry">) => {
  const { status, dropped, ms } = entry;
  if (ms === null) return <span class="badge">waiting</span>;
  if (dropped) return <span class="badge bad">dropped</span>;
  return <span class={`badge ${colourOf(status ?? 0)}`}>{status}</span>;
};

function colourOf(status: number): string {
  if (status < 400) return "good";
  return status < 500 ? "warn" : "bad";
}

/** A time in the log, with its day if that is not the one at the top of the page. */
export const LogTime = ({ iso, now }: { readonly iso: string; readonly now: number }) => (
  <time class="muted clock" datetime={iso} title={iso}>
    {iso.slice(0, 10) === new Date(now).toISOString().slice(0, 10)
      ? iso.slice(11, 19)
      : iso.slice(5, 19).replace("T", " ")}
  </time>
);

// Why: every path of the API begins with it.
const PREFIX = "/api/v1/integration/";

const shorten = (path: string) => (path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path);

/** Writes how long a response took, like `1.2 ms`. */
export function formatMs(ms: number | null): string {
  if (ms === null) return "";
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
