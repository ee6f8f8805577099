/** @jsxImportSource hono/jsx */
// What is the same for all endpoints: authentication, lists, errors, headers, and the settings of the world.
import { ERRORS } from "../../contract/errors.ts";
import { LIST_LIMIT } from "../../contract/list.ts";
import type { ApiDocument } from "../../contract/openapi/api-document.ts";
import { createExampleError } from "../../contract/openapi/examples.ts";
import type { Settings } from "../../model/state.ts";
import type { World } from "../../world/world.ts";
import type { PageEnv } from "../layout/page-env.ts";
import { Code, Json } from "./elements/code.tsx";
import { Fields } from "./elements/fields.tsx";
import { type ContentsEntry, Heading } from "./elements/heading.tsx";
import { Prose, SandboxChoice } from "./elements/prose.tsx";
import { Headers } from "./headers.tsx";
import { describeKey, showKeys } from "./try/describe-key.ts";

export const BEGINNING: readonly ContentsEntry[] = [
  { id: "introduction", title: "Introduction" },
  { id: "authentication", title: "Authentication" },
];

export const COMMON: readonly ContentsEntry[] = [
  { id: "lists", title: "Lists" },
  { id: "rate-limit", title: "Rate limit" },
  { id: "errors", title: "Errors" },
  { id: "headers", title: "Headers" },
];

interface GuideProps {
  readonly env: PageEnv;
  readonly document: ApiDocument;
}

/** What is to be known before the first request. */
export const Beginning = ({ env, document }: GuideProps) => (
  <>
    <Introduction env={env} document={document} />
    <Authentication world={env.world} document={document} />
  </>
);

/** What all endpoints have in common. */
export const Common = ({ env, document }: GuideProps) => (
  <>
    <Lists settings={env.world.settings} />
    <RateLimit world={env.world} document={document} />
    <Errors settings={env.world.settings} document={document} />
    <Headers document={document} />
  </>
);

const Introduction = ({ env, document }: GuideProps) => {
  const { info, servers } = document;
  const faults = env.world.state.faults.length;
  return (
    <section>
      <Heading id="introduction">Introduction</Heading>
      <Prose text={info.description} />
      <SandboxChoice text="On this page it looks like this." />
      <p>
        This page is of the world <strong>{env.world.name}</strong>: the keys, ids and answers on it
        are that world's own, and the lines work when they are pasted. Its API is at
      </p>
      <Code caption="Base address">{servers[0].url}</Code>
      <p>
        For tools, what this page says of the API is at{" "}
        <a href={`${env.root}/openapi.json`}>/openapi.json</a>.
      </p>
      {faults > 0 && (
        <p class="notice warn">
          This world has faults on purpose, {faults} {faults === 1 ? "rule" : "rules"}: some
          requests are held back, refused or cut off, whatever stands here.
        </p>
      )}
    </section>
  );
};

interface WorldProps {
  readonly world: World;
  readonly document: ApiDocument;
}

const Authentication = ({ world, document }: WorldProps) => {
  const { keys, more } = showKeys(world);
  return (
    <section>
      <Heading id="authentication">Authentication</Heading>
      <Prose text={document.components.securitySchemes.bearer.description} />
      <p>
        Send it as <code>Authorization: Bearer KEY</code>.
      </p>
      {keys.length === 0 ? (
        <p class="notice warn">This world has no key, so that each request gets 401.</p>
      ) : (
        <table class="stack">
          <caption>The keys of this world</caption>
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Merchant</th>
              <th scope="col">What it may do</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr>
                <th scope="row">
                  <code>{key.key}</code>
                </th>
                <td>{key.merchant.name}</td>
                <td>{describeKey(key, world)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more > 0 && <p>There are {more} more.</p>}
    </section>
  );
};

const RateLimit = ({ world, document }: WorldProps) => {
  const { rateLimit, rateLimitHeaders } = world.settings;
  const { "x-sandbox-choice": choice = "" } = document.components.responses.RateLimited;
  return (
    <section>
      <Heading id="rate-limit">Rate limit</Heading>
      <p>A key that asks too often gets 429: wait, then send the request again (§8.2).</p>
      <SandboxChoice text={choice} />
      <p>
        {rateLimit === "off"
          ? "In this world there is no limit, but for keys that have one of their own."
          : `In this world a key may send ${rateLimit.capacity} requests at once, and gets back ${rateLimit.refillPerSecond} a second, unless it has a limit of its own.`}{" "}
        {rateLimitHeaders === "draft"
          ? "Answers tell how many are left."
          : "Answers do not tell how many are left."}
      </p>
    </section>
  );
};

const ORDERS: Readonly<Record<Settings["listOrder"], string>> = {
  newest: "the newest order comes first",
  oldest: "the oldest order comes first",
  shuffled: "lists are shuffled",
  changing: "lists are shuffled again for each request",
};

const Lists = ({ settings }: { readonly settings: Settings }) => (
  <section>
    <Heading id="lists">Lists</Heading>
    <p>
      A list is a JSON array of {LIST_LIMIT} items at most (§8.1). It has no parameters: there is no
      second page, no filter and no promised order (§4). In this world {ORDERS[settings.listOrder]},
      and a query is {settings.unknownQuery === "reject" ? "refused" : "ignored"}.
    </p>
  </section>
);

const BODIES: Readonly<Record<Settings["errorBody"], string>> = {
  json: "are as shown here",
  problem: "are problems as RFC 9457 has them, and not as shown here",
  empty: "are empty, and not as shown here",
  html: "are pages of HTML, and not as shown here",
};

interface ErrorsProps {
  readonly settings: Settings;
  readonly document: ApiDocument;
}

const Errors = ({ settings, document }: ErrorsProps) => {
  const { ErrorBody } = document.components.schemas;
  const { description = "", "x-sandbox-choice": choice = "" } = ErrorBody;
  return (
    <section>
      <Heading id="errors">Errors</Heading>
      <p>
        The status tells what is wrong, to the client and no more. The sandbox's log and its
        dashboard tell why, and what to do; so does each form on this page.
      </p>
      <SandboxChoice text={choice} />
      <Fields schema={ErrorBody} caption={description} of="answer" />
      <Code caption="Error body">
        <Json value={createExampleError("rate_limit_exceeded")} />
      </Code>
      <p>In this world error bodies {BODIES[settings.errorBody]}.</p>
      <table class="stack">
        <caption>The errors there are</caption>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Code</th>
            <th scope="col">Message</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(ERRORS).map(([code, { status, message }]) => (
            <tr>
              <td>{status}</td>
              <th scope="row">
                <code>{code}</code>
              </th>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
