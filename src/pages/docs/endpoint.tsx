/** @jsxImportSource hono/jsx */
// One endpoint of the API: its request, its responses, code examples, and a form to try it.
import type { Endpoint } from "../../contract/endpoints.ts";
import {
  type ApiDocument,
  type ApiResponse,
  type ApiSchema,
  responseAt,
} from "../../contract/openapi/api-document.ts";
import { headersOf } from "../code/sent-request.ts";
import type { Language } from "../code/snippets.ts";
import { InlineText } from "../layout/page.tsx";
import type { PageEnv } from "../layout/page-env.ts";
import { Code, Json, Snippet } from "./elements/code.tsx";
import { Fields } from "./elements/fields.tsx";
import { Heading, Subheading } from "./elements/heading.tsx";
import { Prose, SandboxChoice } from "./elements/prose.tsx";
import { nameIn, type Schema } from "./elements/schema.ts";
import { type Example, SHOWN_ITEMS } from "./examples.ts";
import { TryForm } from "./try/try-form.tsx";

interface EndpointProps {
  readonly env: PageEnv;
  readonly document: ApiDocument;
  readonly endpoint: Endpoint;
  readonly example: Example;
  /** The language of the example. */
  readonly language: Language;
}

/** The section of an endpoint. */
export const EndpointSection = ({ env, document, endpoint, example, language }: EndpointProps) => {
  const { name, method, path, success } = endpoint;
  const { key, body } = example;
  const sent = { method, url: `${env.baseUrl}${path}`, headers: headersOf(key, body), body };
  const { get, post } = document.paths[path] ?? {};
  const operation = method === "GET" ? get : post;
  if (operation === undefined) return null;
  const { summary, description, requestBody, responses, "x-scope": scope } = operation;
  const response = responses[`${success}`];
  const { total, note } = example;
  const cut = total === undefined ? "" : ` (first ${SHOWN_ITEMS} of ${total} items)`;
  return (
    <section class="endpoint">
      <div>
        <Heading id={name}>{summary}</Heading>
        <p class="route">
          <span class="method">{method}</span> {path}
        </p>
        <Prose text={description} />
        {scope && (
          <p>
            Required scope: <code>{scope}</code>
          </p>
        )}
        <ChoiceOf of={operation} />
        <Subheading id={`${name}-request`}>Request</Subheading>
        {requestBody ? (
          <>
            <Prose text={requestBody.description} />
            <Body document={document} body={requestBody} of="request" />
          </>
        ) : (
          <p>No body and no parameters.</p>
        )}
        {response && (
          <>
            <Subheading id={`${name}-response`}>Response {success}</Subheading>
            <Prose text={responseAt(document, response).description} />
            <Body document={document} body={responseAt(document, response)} of="response" />
            <HeaderNames response={responseAt(document, response)} />
          </>
        )}
        <Subheading id={`${name}-errors`}>Errors</Subheading>
        {Object.entries(responses)
          .filter(([status]) => status !== `${success}`)
          .map(([status, place]) => (
            <ErrorDetails status={status} response={responseAt(document, place)} />
          ))}
      </div>
      <div class="examples">
        <Snippet request={sent} language={language} anchor={name} />
        {note && (
          <p class="notice">
            <InlineText text={note} />
          </p>
        )}
        <Code caption={`Response ${success}${cut}`}>
          <Json value={example.response} linked={env.hostedUrl} />
        </Code>
        <Subheading id={`${name}-try`}>Try it</Subheading>
        <TryForm env={env} endpoint={endpoint} values={valuesOf(example)} />
      </div>
    </section>
  );
};

const ChoiceOf = ({ of }: { readonly of: { readonly "x-sandbox-choice"?: string } }) => {
  const choice = of["x-sandbox-choice"];
  return choice === undefined ? null : <SandboxChoice text={choice} />;
};

interface BodyProps {
  readonly document: ApiDocument;
  readonly body: Pick<ApiResponse, "content">;
  readonly of: "request" | "response";
}

const Body = ({ document, body: { content }, of }: BodyProps) => {
  const { schema } = content["application/json"];
  const { items } = schema;
  const body: Schema = resolve(document, items ?? schema);
  const limit = schema.maxItems === undefined ? "" : ` with at most ${schema.maxItems} items`;
  const list = items ? `An array${limit}. ` : "";
  return <Fields schema={body} caption={`${list}${body.description ?? ""}`} of={of} />;
};

function resolve({ components }: ApiDocument, schema: ApiSchema): ApiSchema {
  if (schema.$ref === undefined) return schema;
  return components.schemas[nameIn(schema.$ref)] ?? schema;
}

const HeaderNames = ({ response }: { readonly response: ApiResponse }) => (
  <p class="muted">
    <a href="#headers">Headers</a>{" "}
    {Object.keys(response.headers).map((name, n) => (
      <>
        {n > 0 && ", "}
        <code>{name}</code>
      </>
    ))}
  </p>
);

interface ErrorProps {
  readonly status: string;
  readonly response: ApiResponse;
}

const ErrorDetails = ({ status, response }: ErrorProps) => (
  <details class="error">
    <summary>
      <strong>{status === "default" ? "Other" : status}</strong>{" "}
      <InlineText text={response.description} />
    </summary>
    <ChoiceOf of={response} />
    <HeaderNames response={response} />
    {Object.entries(response.content["application/json"].examples).map(([code, { value }]) => (
      <Code caption={code}>
        <Json value={value} />
      </Code>
    ))}
  </details>
);

function valuesOf({ key = "", body }: Example) {
  const productId = body && "productId" in body ? String(body.productId) : undefined;
  return { key, productId };
}
