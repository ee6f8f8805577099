/** @jsxImportSource hono/jsx */
// The reference of the control API, with curl commands for the world.
import type { ControlDocument } from "../../contract/openapi/control-document.ts";
import type { PageEnv } from "../layout/page-env.ts";
import { CallSection } from "./call.tsx";
import { type CallError, commonErrors, listCalls } from "./calls.ts";
import { Code } from "./elements/code.tsx";
import { Fields } from "./elements/fields.tsx";
import { type ContentsEntry, Heading, Subheading } from "./elements/heading.tsx";
import { InlineText, Prose } from "./elements/prose.tsx";
import { ReferencePage } from "./reference-page.tsx";

interface ControlPageProps {
  readonly env: PageEnv;
  readonly document: ControlDocument;
}

/** The whole reference, on one page. */
export const ControlPage = ({ env, document }: ControlPageProps) => {
  const { tags, servers, security, components } = document;
  const calls = listCalls(document);
  const common = commonErrors(calls);
  const groups = tags.map((tag) => ({
    ...tag,
    id: tag.name.toLowerCase().replaceAll(" ", "-"),
    calls: calls.filter((call) => call.tags[0] === tag.name),
  }));
  const entries: ContentsEntry[] = [
    { id: "introduction", title: "Introduction" },
    ...groups.map(({ id, name, calls }) => ({
      id,
      title: name,
      entries: calls.map(({ operationId, summary }) => ({ id: operationId, title: summary })),
    })),
    { id: "schemas", title: "Schemas" },
  ];
  return (
    <ReferencePage env={env} title="Control API" current="Control API" contents={entries}>
      <h1>Control API</h1>
      <Introduction env={env} document={document} common={common} />
      {groups.map(({ id, name, description, calls }) => (
        <section>
          <Heading id={id}>{name}</Heading>
          <Prose text={description} />
          {calls.map((call) => (
            <CallSection
              call={call}
              server={servers[0].url}
              common={common}
              secured={security !== undefined && call.security === undefined}
            />
          ))}
        </section>
      ))}
      <section>
        <Heading id="schemas">Schemas</Heading>
        {Object.entries(components.schemas).map(([name, schema]) => (
          <>
            <Subheading id={name}>{name}</Subheading>
            <Fields
              schema={schema}
              caption={schema.description ?? `The fields of ${name}`}
              of="response"
            />
          </>
        ))}
      </section>
    </ReferencePage>
  );
};

interface IntroductionProps extends ControlPageProps {
  readonly common: readonly CallError[];
}

const Introduction = ({ env, document, common }: IntroductionProps) => {
  const { info, servers, security } = document;
  return (
    <section>
      <Heading id="introduction">Introduction</Heading>
      <Prose text={info.description} />
      <p>
        The commands on this page are for the world <strong>{env.world.name}</strong>. You can paste
        them as they are. The OpenAPI description is at{" "}
        <a href={`${env.root}/_sandbox/openapi.json`}>/_sandbox/openapi.json</a>.
      </p>
      <Code caption="Base URL">{servers[0].url}</Code>
      {security && (
        <p>
          This sandbox requires a control token. The commands read it from the environment variable{" "}
          <code>MERCHANT_SANDBOX_CONTROL_TOKEN</code>.
        </p>
      )}
      <Subheading id="errors">Errors</Subheading>
      <p>
        The response body is a <a href="#Problem">Problem</a>, with the media type{" "}
        <code>application/problem+json</code>.
      </p>
      <table>
        <caption>Errors that many operations return</caption>
        <thead>
          <tr>
            <th scope="col">Status code</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {common.map(({ status, when }) => (
            <tr>
              <th scope="row">{status === "default" ? "Other" : status}</th>
              <td>
                <InlineText text={when} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
