/** @jsxImportSource hono/jsx */
// One operation of the control API: its parameters, its responses, and a curl command.
import type { ControlContent } from "../../contract/openapi/control-document.ts";
import { headersOf } from "../code/sent-request.ts";
import type { Language } from "../code/snippets.ts";
import { InlineText } from "../layout/page.tsx";
import type { PageEnv } from "../layout/page-env.ts";
import {
  type CallError,
  type DocumentedCall,
  errorsOf,
  exampleValues,
  fillCall,
  isStream,
} from "./calls.ts";
import { Code, Json, Snippet } from "./elements/code.tsx";
import { Fields, Type } from "./elements/fields.tsx";
import { Heading } from "./elements/heading.tsx";
import { Prose } from "./elements/prose.tsx";
import { listFields, type Schema } from "./elements/schema.ts";
import type { Sample } from "./samples.ts";
import { TryCallForm } from "./try/try-call-form.tsx";

interface CallProps {
  readonly env: PageEnv;
  readonly call: DocumentedCall;
  /** The address before each path. */
  readonly server: string;
  /** The errors that many operations share. */
  readonly common: readonly CallError[];
  /** Whether callers need a token. */
  readonly secured: boolean;
  /** The language of its example. */
  readonly language: Language;
  /** Undefined if it has no response that ends. */
  readonly sample: Sample | undefined;
}

/** The section of an operation. */
export const CallSection = (props: CallProps) => {
  const { call, common, sample } = props;
  const { operationId, method, path, summary, description, parameters = [], requestBody } = call;
  const filters = parameters.filter((parameter) => parameter.in === "query");
  return (
    <div class="endpoint">
      <div>
        <Heading id={operationId}>{summary}</Heading>
        <p class="route">
          <span class="method">{method}</span> {path}
        </p>
        {description && <Prose text={description} />}
        {filters.length > 0 && <Fields schema={schemaOf(filters)} caption="Query" of="request" />}
        {requestBody && <BodyFields content={requestBody.content} />}
        <Responses call={call} common={common} />
      </div>
      <div class="examples">
        <Command {...props} />
        {sample && <SampleResponse sample={sample} />}
      </div>
    </div>
  );
};

function schemaOf(
  parameters: readonly { readonly name: string; readonly schema: Schema }[],
): Schema {
  return { properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])) };
}

const BodyFields = ({ content }: { readonly content: ControlContent }) => (
  <>
    {Object.values(content).map(({ schema }) =>
      listFields(schema).length === 0 ? (
        <NoFields schema={schema} />
      ) : (
        <Fields schema={schema} caption="Body" of="request" />
      ),
    )}
  </>
);

/** Describes a body whose schema lists no fields: it has those of a scenario file, or none. */
const NoFields = ({ schema }: { readonly schema: Schema }) =>
  schema.additionalProperties === false ? (
    <p>No body fields.</p>
  ) : (
    <p>
      The body has the fields of a <a href="../guide/scenarios">scenario file</a>, in JSON.
    </p>
  );

const Responses = ({ call, common }: Pick<CallProps, "call" | "common">) => {
  const errors = errorsOf(call).filter(({ status }) => status !== "default");
  const isCommon = ({ when }: CallError) => common.some((known) => known.when === when);
  return (
    <>
      {Object.entries(call.responses)
        .filter(([status]) => Number(status) < 400)
        .map(([status, { content, description }]) => (
          <p>
            Response <strong>{status}</strong>
            <Content content={content} />
            {description !== call.summary && ` ${description}`}
          </p>
        ))}
      <p class="muted">
        Errors: <a href="../control#errors">{errors.map(({ status }) => status).join(", ")}</a>.
      </p>
      {errors
        .filter((error) => !isCommon(error))
        .map(({ status, when }) => (
          <p>
            <strong>{status}</strong> <InlineText text={when} />
          </p>
        ))}
    </>
  );
};

const Content = ({ content }: { readonly content: ControlContent | undefined }) => {
  const [body] = Object.entries(content ?? {});
  if (body === undefined) return <>, without a body.</>;
  const [mediaType, { schema }] = body;
  return (
    <>
      : <Type schema={schema} />
      {mediaType !== "application/json" && `, as ${mediaType}`}.
    </>
  );
};

const Command = ({ env, call, server, secured, language }: CallProps) => {
  const { operationId, parameters = [], requestBody } = call;
  const values = exampleValues(call);
  const { method, path } = fillCall(call, values);
  const body = requestBody?.content["application/json"]?.example;
  const missing = [
    ...parameters.flatMap(({ in: place, name }) =>
      place === "path" && values[`path.${name}`] === undefined ? [name] : [],
    ),
    ...(requestBody?.required && body === undefined ? ["body example"] : []),
  ];
  const request = {
    method,
    url: server + path,
    headers: headersOf(undefined, requestBody),
    body,
    tokenFrom: secured ? "MERCHANT_SANDBOX_CONTROL_TOKEN" : undefined,
    isText: true,
  };
  return (
    <>
      <Snippet request={request} language={language} anchor={operationId} />
      {missing.length > 0 && (
        <p class="notice">This world has no {missing.join(" and no ")}. Fill it in yourself.</p>
      )}
      {isStream(call) ? (
        <p>
          <a href={`${env.root}${path}`}>Open the stream</a>
        </p>
      ) : (
        <details class="fold">
          <summary>Try it</summary>
          <TryCallForm root={env.root} call={call} />
        </details>
      )}
    </>
  );
};

const SampleResponse = ({ sample }: { readonly sample: Sample }) => {
  const { status, body, isShort } = sample;
  if (body === undefined) return null;
  return (
    <Code caption={`Sample response ${status}${isShort ? " (shortened)" : ""}`}>
      {typeof body === "string" ? body : <Json value={body} />}
    </Code>
  );
};
