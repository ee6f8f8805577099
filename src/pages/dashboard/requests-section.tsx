/** @jsxImportSource hono/jsx */
// The frame of the live request log. The script fills it from a stream, with the templates in this file.
import { ENDPOINT_NAMES, ENDPOINTS } from "../../contract/endpoints.ts";
import { shellQuote } from "../../shared/shell.ts";
import { Action, Copy } from "./action.tsx";
import type { View } from "./view.ts";

interface SectionProps {
  readonly view: View;
}

export const RequestsSection = ({ view }: SectionProps) => (
  <section class="requests" aria-labelledby="requests-title">
    <div class="line">
      <h2 id="requests-title">Requests</h2>
      <span id="live" role="status" data-own>
        Connecting
      </span>
      <div class="end line">
        <form id="filter" class="line" method="dialog" aria-label="Filter the requests" data-own>
          <label>
            Status <input name="status" size={4} placeholder="any" list="statuses" />
          </label>
          <datalist id="statuses">
            {["2xx", "4xx", "5xx"].map((status) => (
              <option value={status} />
            ))}
          </datalist>
          <label>
            Endpoint{" "}
            <select name="endpoint">
              <option value="">any</option>
              {ENDPOINT_NAMES.map((name) => (
                <option value={name}>{name}</option>
              ))}
            </select>
          </label>
        </form>
        <Action
          method="DELETE"
          path="requests"
          confirm={`Forget the requests of the world ${view.world.name}?`}
          done="The requests are forgotten."
          button="Clear"
          label="Clear the requests"
        />
      </div>
    </div>
    <figure id="chart" data-own hidden>
      <svg viewBox="0 0 60 12" preserveAspectRatio="none" role="img" />
      <figcaption class="muted" />
    </figure>
    <ol id="waiting" class="log" aria-label="Requests that wait for their answer" data-own />
    <ol id="log" class="log" aria-label="Requests, the last answered first" data-own />
    <Empty view={view} />
    <p data-own>
      <button id="more" type="button" hidden>
        Show more
      </button>
    </p>
    <Templates />
  </section>
);

/** How the first request is made to appear. */
const Empty = ({ view: { world, baseUrl } }: SectionProps) => {
  const key = world.advertisedKey()?.key;
  if (key === undefined) {
    return <p class="empty">No request yet, and the world has no key: create one.</p>;
  }
  const line = `curl -H ${shellQuote(`Authorization: Bearer ${key}`)} ${shellQuote(`${baseUrl}${ENDPOINTS.ping.path}`)}`;
  return (
    <div class="empty">
      <p>No request yet. Paste this into a terminal, and it appears here:</p>
      <pre tabindex={0}>{line}</pre>
      <Copy text={line} what="the line" />
    </div>
  );
};

const Templates = () => (
  <>
    <template id="request-row">
      <li>
        <details>
          <summary>
            <span class="request">
              <span class="status badge" data-part="status" />
              <span>
                <span data-part="method" /> <code data-part="path" />
              </span>
              <span class="muted" data-part="holder" />
              <span class="muted number" data-part="ms" />
              <time class="muted number" data-part="time" />
            </span>
            <span data-part="remarks" />
          </summary>
          <div data-part="exchange" />
        </details>
      </li>
    </template>
    <template id="request-exchange">
      <h3>Request</h3>
      <pre tabindex={0} data-part="request" />
      <h3>Answer</h3>
      <pre tabindex={0} data-part="answer" />
      <h3>As curl</h3>
      <pre tabindex={0} data-part="curl" />
      <div class="line">
        <button type="button" class="small" data-part="copy" disabled>
          Copy as curl
        </button>
        <form method="dialog" class="action" data-method="POST" data-done="Sent again: {status}.">
          <button type="submit" class="small" data-part="replay">
            Replay
          </button>
        </form>
      </div>
    </template>
  </>
);
