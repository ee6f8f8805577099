/** @jsxImportSource hono/jsx */
// The reference of the control API, with commands for the world.
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
    { id: "answers", title: "What answers hold" },
  ];
  return (
    <ReferencePage
      env={env}
      title="Docs of the control API"
      current="Control API"
      contents={entries}
    >
      <h1>The control API</h1>
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
        <Heading id="answers">What answers hold</Heading>
        {Object.entries(components.schemas).map(([name, schema]) => (
          <>
            <Subheading id={name}>{name}</Subheading>
            <Fields
              schema={schema}
              caption={schema.description ?? `The fields of ${name}`}
              of="answer"
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
        The lines on this page are about the world <strong>{env.world.name}</strong>, and work when
        they are pasted. The description that this page is made from is at{" "}
        <a href={`${env.root}/_sandbox/openapi.json`}>/_sandbox/openapi.json</a>.
      </p>
      <Code caption="Base address">{servers[0].url}</Code>
      {security && (
        <p>
          This sandbox has a token. The lines take it from the environment variable{" "}
          <code>MERCHANT_SANDBOX_CONTROL_TOKEN</code>, which the sandbox itself reads, too.
        </p>
      )}
      <Subheading id="refusals">Refusals</Subheading>
      <p>
        The answer is a <a href="#Problem">Problem</a>, of the type{" "}
        <code>application/problem+json</code>.
      </p>
      <table>
        <caption>What calls are refused for</caption>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {common.map(({ status, when }) => (
            <tr>
              <th scope="row">{status === "default" ? "Others" : status}</th>
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
