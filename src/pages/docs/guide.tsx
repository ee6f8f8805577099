/** @jsxImportSource hono/jsx */
// What all endpoints share: authentication, lists, errors, headers, and the settings of the world.

import type { Child } from "hono/jsx";
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
import { Table } from "./elements/table.tsx";
import { Headers } from "./headers.tsx";
import { describeKey, showKeys } from "./try/describe-key.ts";

export const START: readonly ContentsEntry[] = [
  { id: "introduction", title: "Introduction" },
  { id: "authentication", title: "Authentication" },
];

export const COMMON: readonly ContentsEntry[] = [
  { id: "lists", title: "Lists" },
  { id: "rate-limits", title: "Rate limits" },
  { id: "errors", title: "Errors" },
  { id: "headers", title: "Headers" },
];

interface GuideProps {
  readonly env: PageEnv;
  readonly document: ApiDocument;
}

/** The sections to read before the first request. */
export const Start = ({ env, document }: GuideProps) => (
  <>
    <Introduction env={env} document={document} />
    <Authentication world={env.world} document={document} />
  </>
);

/** The sections that apply to every endpoint. */
export const Common = ({ env, document }: GuideProps) => (
  <>
    <Lists settings={env.world.settings} />
    <RateLimits world={env.world} document={document} />
    <Errors env={env} document={document} />
    <Headers document={document} />
  </>
);

const Introduction = ({ env, document }: GuideProps) => {
  const { info, servers } = document;
  return (
    <section>
      <Heading id="introduction">Introduction</Heading>
      <Prose text={info.description} />
      <SandboxChoice text="This page marks each choice like this." />
      <p>
        All keys, ids and responses on this page are from the world{" "}
        <strong>{env.world.name}</strong>. You can paste the commands as they are.
      </p>
      <Code caption="Base URL">{servers[0].url}</Code>
      <p>
        The OpenAPI description is at <a href={`${env.root}/openapi.json`}>/openapi.json</a>.
      </p>
      <FaultsNotice world={env.world} />
    </section>
  );
};

/** Warns of faults, if the world has any. `children` say what they mean for the page. */
export const FaultsNotice = ({
  world,
  children,
}: {
  readonly world: World;
  readonly children?: Child;
}) => {
  const { length } = world.state.faults;
  if (length === 0) return null;
  return (
    <p class="notice warn">
      This world has {length} {length === 1 ? "fault" : "faults"}: some requests are delayed,
      rejected or cut off on purpose. {children}
    </p>
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
        <p class="notice warn">This world has no keys, so every request gets 401.</p>
      ) : (
        <Table caption="The keys of this world" heads={["Key", "Merchant", "Access"]}>
          {keys.map((key) => (
            <tr>
              <th scope="row">
                <code>{key.key}</code>
              </th>
              <td>{key.merchant.name}</td>
              <td>{describeKey(key, world)}</td>
            </tr>
          ))}
        </Table>
      )}
      {more > 0 && <p>And {more} more.</p>}
    </section>
  );
};

const RateLimits = ({ world, document }: WorldProps) => {
  const { rateLimit, rateLimitHeaders } = world.settings;
  const { "x-sandbox-choice": choice = "" } = document.components.responses.RateLimited;
  return (
    <section>
      <Heading id="rate-limits">Rate limits</Heading>
      <p>A key that sends too many requests gets 429. Wait, then send the request again (§8.2).</p>
      <SandboxChoice text={choice} />
      <p>
        {rateLimit === "off"
          ? "In this world only keys with a limit of their own are limited."
          : `In this world a key can send ${rateLimit.capacity} requests at once, then ${rateLimit.refillPerSecond} per second, unless it has a limit of its own.`}{" "}
        {rateLimitHeaders === "draft"
          ? "Response headers say how many are left."
          : "No response header says how many are left."}
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
      A list is a JSON array of at most {LIST_LIMIT} items (§8.1). Lists have no parameters, no
      pagination, no filters and no guaranteed order (§4). In this world{" "}
      {ORDERS[settings.listOrder]}, and query parameters are{" "}
      {settings.unknownQuery === "reject" ? "rejected" : "ignored"}.
    </p>
  </section>
);

const BODIES: Readonly<Record<Settings["errorBody"], string>> = {
  json: "look as shown here",
  problem: "are RFC 9457 problem details instead",
  empty: "are empty instead",
  html: "are HTML pages instead",
};

const Errors = ({ env, document }: GuideProps) => {
  const { settings } = env.world;
  const { ErrorBody } = document.components.schemas;
  const { description = "", "x-sandbox-choice": choice = "" } = ErrorBody;
  return (
    <section>
      <Heading id="errors">Errors</Heading>
      <p>
        The client sees only the status code and a short message. The sandbox's log, its dashboard
        and the forms on this page also explain why, and what to do.
      </p>
      <SandboxChoice text={choice} />
      <Fields schema={ErrorBody} caption={description} of="response" />
      <Code caption="Error body">
        <Json value={createExampleError("rate_limit_exceeded")} />
      </Code>
      <p>In this world error bodies {BODIES[settings.errorBody]}.</p>
      <Table caption="Error codes" heads={["Status code", "Code", "Message"]}>
        {Object.entries(ERRORS).map(([code, { status, message }]) => (
          <tr>
            <td>{status}</td>
            <th scope="row">
              <a href={`${env.root}/docs/errors#${code}`}>
                <code>{code}</code>
              </a>
            </th>
            <td>{message}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
};
