// `requests`: lists or follows the requests of a world, or saves them as an HTTP archive.
import * as v from "valibot";
import { followRequests } from "../../../client/follow.ts";
import { RequestFilterSchema, STATUS, STATUS_PATTERN } from "../../../world/journal/filter.ts";
import { EXIT, EXIT_BY_SIGNAL, UsageError } from "../../terminal.ts";
import { formatEntry } from "./entry.ts";
import { field, given } from "./field.ts";
import { formatJson, inWorld } from "./remote.ts";
import { saveFile } from "./save.ts";

const { endpoint, method, key, q, since } = RequestFilterSchema.entries;

const FILTERS = {
  status: field(
    v.pipe(v.string(), v.regex(STATUS_PATTERN, STATUS)),
    "STATUS",
    "a status such as 401, 4xx or dropped",
  ),
  endpoint: field(endpoint, "NAME", "ping, products, orders or checkout-links"),
  method: field(method, "METHOD", "a method, such as POST"),
  key: field(key, "KEY", "the key that was sent"),
  q: field(q, "TEXT", 'words and terms, such as "merchant:acme id:req_…", as in the dashboard'),
  since: field(since, "ID", "requests after the one with this id"),
};

export const REQUESTS = inWorld({
  options: {
    ...FILTERS,
    follow: {
      variable: false,
      help: "print requests from now on, or from --since, until it is stopped",
    },
    har: {
      value: "FILE",
      schema: () => v.string(),
      variable: false,
      help: "write an HTTP archive, which developer tools of browsers open",
    },
  },
  notes: [
    "Lists the last 1,000 requests, the newest last, each with the reason of its error.",
    "If nobody reads the output any more, as after | head -1, --follow ends with the next request.",
  ],
  async run({ client, world, options, terminal }) {
    const { follow, har, json, endpoint, method, key, q, since, status } = options;
    const query = { status, endpoint, method, key, q, since };
    const input = { params: { world }, query };
    if (follow && har !== undefined) throw new UsageError("Use --follow or --har, not both.");
    if (har !== undefined) {
      const archive = await client.call("GET /worlds/:world/requests.har", input);
      await saveFile(har, `${JSON.stringify(archive)}\n`);
      return { json: undefined, lines: [`Wrote ${har}`] };
    }
    if (!follow) {
      const entries = await client.call("GET /worlds/:world/requests", input);
      const lines = entries.map((entry) => formatEntry(entry, world));
      const none = `No ${Object.keys(given(query)).length > 0 ? "such " : ""}request in the world ${world}.`;
      return { json: entries, lines: lines.length > 0 ? lines : [none] };
    }
    const ended = new Promise<number>((resolve) => {
      terminal.onStop((signal) => resolve(EXIT_BY_SIGNAL[signal]));
      terminal.onReaderGone(() => resolve(EXIT.ok));
    });
    const stop = new AbortController();
    const printing = async () => {
      for await (const entry of followRequests(client, { world, query, signal: stop.signal })) {
        terminal.stdout(json ? formatJson(entry) : `${formatEntry(entry, world)}\n`);
      }
      return EXIT.ok;
    };
    return Promise.race([ended, printing()]).finally(() => stop.abort());
  },
});
