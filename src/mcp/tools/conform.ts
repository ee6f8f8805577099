// Checks a server against the specification.
import * as v from "valibot";
import { CHECKS } from "../../conform/checks.ts";
import { explainFetch } from "../../conform/explain-fetch.ts";
import { Halt, Mismatch } from "../../conform/mismatch.ts";
import { type CheckOutcome, runChecks } from "../../conform/run.ts";
import type { ServerUnderTest } from "../../conform/server.ts";
import { PREFIX } from "../../contract/endpoint.ts";
import { optional } from "../../model/fields.ts";
import { DEFAULT_WORLD } from "../../seeds/read/scenarios.ts";
import { defineTool, formatItems, sandboxOf, type ToolContext } from "../tool.ts";

const MOST = 20;
// Why: clients of agents wait a minute for a tool.
const MOST_WAIT_MS = 5_000;

// Why: fetch of Bun also reads files, by their URLs.
const BASE_URL = /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/;
const BASE_URL_HELP = "a URL like https://sandbox.example";

export const CONFORM_TOOL = defineTool({
  name: "conform",
  title: "Check a server against the specification",
  description:
    "Tests whether a server keeps what the API's specification promises: a new world of the sandbox, which is dropped afterwards, a world that you name, or any base URL (only over stdio). Reads, and creates checkout links, which charge nothing. Checks that need a second key are skipped; `merchant-sandbox conform` takes all keys.",
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  input: v.strictObject({
    world: optional(
      v.string(),
      "The name of a world. Default: this session's world, or a new one.",
    ),
    base_url: optional(
      v.pipe(v.string(), v.regex(BASE_URL, BASE_URL_HELP)),
      `The server, without ${PREFIX}.`,
    ),
    key: optional(v.string(), "A key with all scopes. Default: the world's default key."),
  }),
  async run({ base_url: baseUrl, key, ...input }, context) {
    if (baseUrl !== undefined) return check(findServer(baseUrl, key, context));
    const { control, send, params } = await sandboxOf(input, context);
    // Why: in the journal of the world that everybody uses, the rejected requests would hide those of the user's code.
    const isNew = input.world === undefined && key === undefined && params.world === DEFAULT_WORLD;
    const {
      name,
      baseUrl: url,
      hostedUrl,
      apiKey,
    } = isNew
      ? await control.call("POST /worlds", { body: {} })
      : await control.call("GET /worlds/:world", { params });
    const fetch = (target: string, init: RequestInit) => send(name, target.slice(url.length), init);
    try {
      return await check({ baseUrl: url, hostedUrl, keys: { full: key ?? apiKey }, fetch });
    } finally {
      if (isNew) await control.call("DELETE /worlds/:world", { params: { world: name } });
    }
  },
});

function findServer(url: string, key: string | undefined, { fetch }: ToolContext): ServerUnderTest {
  if (fetch === undefined) {
    throw new Error(
      "`base_url` works only with `merchant-sandbox mcp`, on your machine: a server must not send requests for its callers. Leave it out to check a world.",
    );
  }
  if (key === undefined) throw new Error("`base_url` needs a `key` of that server.");
  return { baseUrl: url.replace(/\/+$/, ""), keys: { full: key }, fetch };
}

/** Checks a server, and reports what failed. */
async function check(server: ServerUnderTest): Promise<string> {
  const checks = CHECKS.filter(({ section }) => section !== undefined);
  const outcomes: CheckOutcome[] = [];
  try {
    for await (const outcome of runChecks(server, { checks, maxWaitMs: MOST_WAIT_MS })) {
      outcomes.push(outcome);
    }
  } catch (error) {
    throw error instanceof Halt ? explain(error, server.baseUrl) : error;
  }
  const failed = outcomes.flatMap((one) => (one.result === "failed" ? [one] : []));
  const count = (wanted: string) => outcomes.filter(({ result }) => result === wanted).length;
  const format = (one: (typeof failed)[number]) =>
    `${one.check.id} (${one.check.section}): ${one.check.title}\n  expected ${one.expected}\n  received ${one.received}`;
  const narrow = "Fix these first, and run it again.";
  return [
    `${count("held")} held, ${failed.length} failed, ${count("skipped")} skipped: ${server.baseUrl}`,
    ...(failed.length === 0 ? [] : [formatItems(failed, format, { most: MOST, narrow })]),
  ].join("\n");
}

/** Explains why nothing could be checked. */
function explain({ message, status, cause }: Halt, baseUrl: string): Error {
  const met = cause instanceof Mismatch ? cause.message : explainFetch(cause);
  const reason = status === undefined ? met : message;
  return new Error(`Cannot check ${baseUrl}: ${reason}.`);
}
