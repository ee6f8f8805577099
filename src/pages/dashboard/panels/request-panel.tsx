/** @jsxImportSource hono/jsx */
// One request with its response: all that the journal keeps of them, and actions to send it again.
import type { Exchange } from "../../../world/journal/exchange.ts";
import { entryOf, type JournalEntry } from "../../../world/journal/record.ts";
import { InlineText } from "../../docs/elements/prose.tsx";
import { Action, Copy } from "../action.tsx";
import { formatRequestAsCurl } from "../curl.ts";
import { formatMs, StatusBadge } from "../request-row.tsx";
import { dashboardOf, linkTo, type View } from "../view.ts";
import { indentJson } from "./indent-json.ts";

interface PanelProps {
  readonly view: View;
  readonly exchange: Exchange;
}

export const RequestPanel = ({ view, exchange }: PanelProps) => {
  const entry = entryOf(exchange, view.world.mask);
  const { id, method, path, why, hints, request } = entry;
  const curl = formatRequestAsCurl(view.world, view.baseUrl, exchange);
  return (
    <div data-key={id}>
      <p class="line">
        <StatusBadge entry={entry} />
        <span>
          {method} <code>{path}</code>
        </span>
      </p>
      {why !== null && (
        <p class="notice warn why">
          <InlineText text={why} />
        </p>
      )}
      {hints.map((hint) => (
        <p class="notice hint">
          <InlineText text={hint} />
        </p>
      ))}
      <div class="line">
        <Action
          method="POST"
          path={`requests/${id}/replay`}
          done="Sent again: {status}."
          then={linkTo(view, "/requests/{id}")}
          button="Replay"
          label={`Replay ${id}`}
        />
        <Copy text={curl} what={`as curl: ${id}`} button="Copy as curl" />
        {/* Why: a line that can't be pasted safely, or would be cut, reads the body from a file. */}
        {curl.includes(` @${id}.body `) && (
          <a href={`${dashboardOf(view)}/requests/${id}/body`} download={`${id}.body`}>
            Save its body first
          </a>
        )}
      </div>
      <Facts view={view} entry={entry} />
      <h3>Request</h3>
      <pre tabindex={0}>{format(`${method} ${path}`, request.headers, request.body)}</pre>
      <h3>Response</h3>
      <pre tabindex={0}>{formatResponse(entry)}</pre>
      <h3>As curl</h3>
      <pre tabindex={0}>{curl}</pre>
    </div>
  );
};

const Facts = ({ view, entry }: { readonly view: View; readonly entry: JournalEntry }) => {
  const { id, time, ms, key, merchant } = entry;
  const isKnown = key !== null && view.world.findKey(key) !== undefined;
  return (
    <dl class="facts">
      <dt>Id</dt>
      <dd class="line">
        <code>{id}</code>
        <Copy text={id} what={`the id ${id}`} />
      </dd>
      <dt>Time</dt>
      <dd>
        <time datetime={time}>{time}</time>
        {ms !== null && `, took ${formatMs(ms)}`}
      </dd>
      <dt>Key</dt>
      <dd>
        {key === null && "none"}
        {key !== null && !isKnown && <code>{key}</code>}
        {key !== null && isKnown && (
          <a href={`${linkTo(view, "/keys", {})}?find=${encodeURIComponent(key)}`} data-go>
            {key}
          </a>
        )}
        {merchant && ` of ${merchant}`}
      </dd>
    </dl>
  );
};

function formatResponse({ ms, status, dropped, response }: JournalEntry): string {
  if (ms === null) return "not yet";
  if (dropped === "before") return "connection closed before the response";
  const line = dropped === "midway" ? `${status}, connection closed in the middle` : `${status}`;
  return format(line, response.headers, response.body);
}

function format(first: string, headers: Record<string, string>, body: string | null): string {
  const lines = Object.entries(headers).map((header) => header.join(": "));
  return [first, ...lines, ...(body ? ["", indentJson(body)] : [])].join("\n");
}
