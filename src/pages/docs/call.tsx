/** @jsxImportSource hono/jsx */
// One operation of the control API: its parameters, its responses, and a curl command.
import type { ControlContent } from "../../contract/openapi/control-document.ts";
import { type CallError, type DocumentedCall, errorsOf } from "./calls.ts";
import { Code } from "./elements/code.tsx";
import { Fields, Type } from "./elements/fields.tsx";
import { Subheading } from "./elements/heading.tsx";
import { InlineText, Prose } from "./elements/prose.tsx";
import { listFields, type Schema } from "./elements/schema.ts";
import { formatCurl } from "./elements/snippets.ts";

interface CallProps {
  readonly call: DocumentedCall;
  /** The address before each path. */
  readonly server: string;
  /** The errors that many operations share. */
  readonly common: readonly CallError[];
  /** Whether callers need a token. */
  readonly secured: boolean;
}

/** The section of an operation. */
export const CallSection = ({ call, server, common, secured }: CallProps) => {
  const { operationId, method, path, summary, description, parameters = [], requestBody } = call;
  const filters = parameters.filter((parameter) => parameter.in === "query");
  return (
    <div class="endpoint">
      <div>
        <Subheading id={operationId}>{summary}</Subheading>
        <p class="route">
          <span class="method">{method}</span> {path}
        </p>
        {description && <Prose text={description} />}
        {filters.length > 0 && <Fields schema={schemaOf(filters)} caption="Query" of="request" />}
        {requestBody && <BodyFields content={requestBody.content} />}
        <Responses call={call} common={common} />
      </div>
      <div class="examples">
        <Command call={call} server={server} secured={secured} />
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
        <p>No body fields.</p>
      ) : (
        <Fields schema={schema} caption="Body" of="request" />
      ),
    )}
  </>
);

const Responses = ({ call, common }: Pick<CallProps, "call" | "common">) => {
  const errors = errorsOf(call).filter(({ status }) => status !== "default");
  const isCommon = ({ when }: CallError) => common.some((known) => known.when === when);
  return (
    <>
      {Object.entries(call.responses)
        .filter(([status]) => Number(status) < 400)
        .map(([status, { content }]) => (
          <p>
            Response <strong>{status}</strong>
            <Content content={content} />
          </p>
        ))}
      <p class="muted">
        Errors: <a href="#errors">{errors.map(({ status }) => status).join(", ")}</a>.
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

const Command = ({ call, server, secured }: Omit<CallProps, "common">) => {
  const { method, path, parameters = [], requestBody } = call;
  const parts = parameters.filter((parameter) => parameter.in === "path");
  const filled = parts.reduce((filling, { name, example }) => {
    const value = example === undefined ? name.toUpperCase() : encodeURIComponent(example);
    return filling.replace(`{${name}}`, value);
  }, path);
  const body = requestBody?.content["application/json"]?.example;
  const missing = [
    ...parts.flatMap(({ name, example }) => (example === undefined ? [name] : [])),
    ...(requestBody?.required && body === undefined ? ["body example"] : []),
  ];
  const token = secured ? ['-H "Authorization: Bearer $MERCHANT_SANDBOX_CONTROL_TOKEN"'] : [];
  const headers = requestBody ? { "Content-Type": "application/json" } : {};
  return (
    <>
      <Code caption="curl">
        {formatCurl({ method, url: `${server}${filled}`, headers, body }, token)}
      </Code>
      {missing.length > 0 && (
        <p class="notice">This world has no {missing.join(" and no ")}. Fill it in yourself.</p>
      )}
    </>
  );
};
