/** @jsxImportSource hono/jsx */
// The log of requests: how many came lately, those that wait, and the last ones that were answered.
import { ENDPOINTS } from "../../contract/endpoints.ts";
import type { Latest } from "../../world/journal/latest.ts";
import { formatCurl } from "../code/curl.ts";
import { headersOf } from "../code/sent-request.ts";
import { Action, Copy, Save } from "./action.tsx";
import { type Fix, fixesOf } from "./fixes.ts";
import { LogTime, RequestRow } from "./request-row.tsx";
import { TrafficChart } from "./traffic-chart.tsx";
import { formatThousands } from "./truncated-list.tsx";
import { MORE, queryWith, type View, type ViewProps } from "./view.ts";

const MOST_WAITING = 50;

export const RequestsSection = ({ view }: ViewProps) => {
  const { journal, name } = view.world;
  const waiting = journal.pending().slice(-MOST_WAITING).toReversed();
  const latest = journal.latest(view.rows, { q: view.q });
  const { entries, fitting, all } = latest;
  const fixes = chooseFixes(view, latest);
  return (
    <section class="requests" aria-labelledby="requests-title">
      <div class="line">
        <h2 id="requests-title">Requests</h2>
        <span id="live" role="status" data-own />
        <span class="end line">
          <button id="pause" type="button" class="small" aria-pressed="false" data-own>
            Pause
          </button>
          <Save
            href={`${view.root}/_sandbox/worlds/${name}/requests.har?${new URLSearchParams(view.q && { q: view.q })}`}
            file={`${name}.har`}
          >
            Save as HAR
          </Save>
          <Action
            method="DELETE"
            path="requests"
            confirm={`Delete the requests of the world ${name}?`}
            done="The requests are deleted."
            button="Clear"
            label="Clear the requests"
          />
        </span>
      </div>
      <TrafficChart view={view} />
      <search aria-label="Find requests">
        <form method="get" class="find" autocomplete="off">
          <input
            type="search"
            name="q"
            value={view.q}
            placeholder="Find by text, status:4xx, key:…, id:…, endpoint:orders"
            aria-label="Find requests by text, status, key, id, endpoint or method"
            aria-keyshortcuts="/"
          />
        </form>
      </search>
      <p class="pill" data-own>
        <button id="fresh" type="button" class="primary small" hidden />
      </p>
      {all + waiting.length > 0 && (
        <p class="request heads muted" aria-hidden="true">
          <span>Time</span>
          <span>Status</span>
          <span>Request</span>
          <span>Key</span>
          <span class="number">Took</span>
        </p>
      )}
      <ol id="waiting" class="log" aria-label="Requests without a response yet">
        {waiting.map((entry) => (
          <RequestRow view={view} entry={entry} />
        ))}
      </ol>
      <ol id="log" class="log" aria-label="Requests, the last answered first">
        {entries.map((entry, index) => (
          <>
            <Dividers latest={latest} after={index} now={view.now} />
            <RequestRow view={view} entry={entry} fixes={fixes.get(entry.id) ?? []} />
          </>
        ))}
        <Dividers latest={latest} after={entries.length} now={view.now} />
      </ol>
      {all > 0 && fitting === 0 && (
        <p class="empty">
          None of the last {formatThousands(all)} requests matches “{view.q}”.
        </p>
      )}
      {all + waiting.length === 0 && <Empty view={view} />}
      {fitting > entries.length && (
        <p>
          <a id="more" class="button" href={queryWith(view, { rows: view.rows + MORE })} data-go>
            Show more
          </a>{" "}
          <span class="muted">
            {formatThousands(entries.length)} of {formatThousands(fitting)}
          </span>
        </p>
      )}
    </section>
  );
};

/** The fixes of each request. Each is shown once, at the newest request that it is for. */
function chooseFixes({ world, exchange: open }: View, { entries }: Latest) {
  const nameOf = ({ path, body }: Fix) => JSON.stringify([path, body]);
  const offered = new Set(open ? fixesOf(world, open).map(nameOf) : []);
  return new Map(
    entries.map(({ id, why, hints }) => {
      const exchange = why !== null || hints.length > 0 ? world.journal.find(id) : undefined;
      const fixes = exchange ? fixesOf(world, exchange) : [];
      const fresh = fixes.filter((fix) => !offered.has(nameOf(fix)));
      for (const fix of fresh) offered.add(nameOf(fix));
      return [id, fresh];
    }),
  );
}

interface DividersProps {
  readonly latest: Latest;
  readonly after: number;
  readonly now: number;
}

/** What has happened to the world between two requests. */
const Dividers = ({ latest, after, now }: DividersProps) => (
  <>
    {latest.dividers
      .filter((found) => found.after === after)
      .map(({ divider: { text, time, place } }) => (
        <li class="divider" data-key={`${time} ${place} ${text}`}>
          <LogTime iso={time} now={now} /> {text}
        </li>
      ))}
  </>
);

/** How the first request is made to appear. */
const Empty = ({ view: { world, baseUrl } }: ViewProps) => {
  const key = world.advertisedKey()?.key;
  if (key === undefined) {
    return <p class="empty">No request yet, and the world has no key: create one.</p>;
  }
  const { method, path } = ENDPOINTS.ping;
  const line = formatCurl({ method, url: baseUrl + path, headers: headersOf(key, undefined) });
  return (
    <div class="empty">
      <p>No request yet. Paste this into a terminal, and it appears here:</p>
      <pre tabindex={0}>{line}</pre>
      <Copy text={line} what="the line" />
    </div>
  );
};
