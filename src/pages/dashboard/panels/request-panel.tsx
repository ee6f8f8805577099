/** @jsxImportSource hono/jsx */
// One request with its response: all that the journal keeps of them, what would let it pass, and actions to send it
// again.

import type { JournalEntry } from "../../../world/journal/entry.ts";
import type { Exchange } from "../../../world/journal/exchange.ts";
import { entryOf } from "../../../world/journal/record.ts";
import { InlineText } from "../../layout/page.tsx";
import { Action, Copy } from "../action.tsx";
import { fileOf, formatAs } from "../copy-as.ts";
import { fixesOf } from "../fixes.ts";
import { formatRequest, formatResponse } from "../format-entry.ts";
import { formatMs, Replay, StatusBadge } from "../request-row.tsx";
import { dashboardOf, linkTo, type View, type ViewProps } from "../view.ts";
import { Comparison } from "./comparison.tsx";
import { Resend } from "./resend.tsx";

interface PanelProps extends ViewProps {
  readonly exchange: Exchange;
}

export const RequestPanel = ({ view, exchange }: PanelProps) => {
  const { mask, journal } = view.world;
  const entry = entryOf(exchange, mask);
  const other = journal.find(view.with);
  const before = other && entryOf(other, mask);
  const { id, method, path, why, hints, response } = entry;
  const code = formatAs(view, exchange);
  const { sentBody = "" } = exchange;
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
        <ErrorLink view={view} exchange={exchange} />
        {fixesOf(view.world, exchange).map((fix) => (
          <Action {...fix} kind="primary small" />
        ))}
        <Replay view={view} id={id} />
      </div>
      {before && (
        <>
          <p class="line">
            <StatusBadge entry={before} /> before, now <StatusBadge entry={entry} />
            <a href={linkTo(view, `/requests/${before.id}`)} data-go>
              The request before
            </a>
          </p>
          <Comparison
            title="Response"
            before={formatResponse(before)}
            after={formatResponse(entry)}
          />
          <Comparison title="Request" before={formatRequest(before)} after={formatRequest(entry)} />
        </>
      )}
      <Resend
        view={view}
        entry={entry}
        body={typeof sentBody === "string" ? sentBody : undefined}
      />
      <Facts view={view} entry={entry} />
      {before === undefined && (
        <>
          <h3>Request</h3>
          <pre tabindex={0}>{formatRequest(entry, view.all)}</pre>
          <div class="line">
            <h3>Response</h3>
            {isCut(entry) && !view.all && (
              <a href={linkTo(view, `/requests/${id}`, view, { all: "1" })} data-go>
                Show all
              </a>
            )}
            {response.body && (
              <a
                href={`${dashboardOf(view)}/requests/${id}/response`}
                download
                aria-label="Save the body of the response"
              >
                Save
              </a>
            )}
          </div>
          <pre tabindex={0}>{formatResponse(entry, view.all)}</pre>
        </>
      )}
      <h3>As code</h3>
      <div class="line">
        {code.map(({ name, text }) => (
          <Copy text={text} what={`as ${name}: ${id}`} button={`Copy as ${name}`} />
        ))}
        {/* Why: a command that would be cut where it is pasted reads the body from a file. */}
        {code.length > 1 && code[0]?.text.includes(` @${fileOf(exchange)}`) && (
          <a href={`${dashboardOf(view)}/requests/${id}/body`} download={fileOf(exchange)}>
            Save its body first
          </a>
        )}
      </div>
      <pre tabindex={0}>{code[0]?.text}</pre>
    </div>
  );
};

/** Leads to the causes of an error in the docs. */
const ErrorLink = ({ view, exchange }: PanelProps) => {
  const name = exchange.drop ? "dropped" : exchange.code;
  return name === undefined ? null : (
    <a href={`${view.root}/docs/errors#${name}`}>{name} in the docs</a>
  );
};

/** Whether a response, or a request, is longer than what is shown of it at first. */
const isCut = (entry: JournalEntry) =>
  formatResponse(entry, false) !== formatResponse(entry) ||
  formatRequest(entry, false) !== formatRequest(entry);

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
