/** @jsxImportSource hono/jsx */
// The reference of the control API: a page for each group of operations, with code for the world, and an introduction
// that lists all of them.
import type { ControlDocument } from "../../contract/openapi/control-document.ts";
import type { Language } from "../code/snippets.ts";
import { InlineText } from "../layout/page.tsx";
import type { PageEnv } from "../layout/page-env.ts";
import { CallSection } from "./call.tsx";
import { type CallError, commonErrors, type DocumentedCall, listCalls } from "./calls.ts";
import { Code } from "./elements/code.tsx";
import { Fields } from "./elements/fields.tsx";
import { Heading } from "./elements/heading.tsx";
import { Prose } from "./elements/prose.tsx";
import { Table } from "./elements/table.tsx";
import { ReferencePage } from "./reference-page.tsx";
import type { Sample } from "./samples.ts";

interface ControlPageProps {
  readonly env: PageEnv;
  readonly document: ControlDocument;
}

/** Operations that belong together. */
export interface CallGroup {
  /** The last segment of its path. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly calls: readonly DocumentedCall[];
}

const SCHEMAS = { id: "schemas", name: "Schemas" };

const groupIdOf = (name: string) => name.toLowerCase().replaceAll(" ", "-");

/** The path of an operation in the docs. */
export const pathOfCall = ({ tags: [group], operationId }: DocumentedCall) =>
  `/docs/control/${groupIdOf(group)}#${operationId}`;

/** Lists the groups of a description. */
export function listGroups(document: ControlDocument): CallGroup[] {
  const calls = listCalls(document);
  return document.tags.map((tag) => ({
    ...tag,
    id: groupIdOf(tag.name),
    calls: calls.filter((call) => call.tags[0] === tag.name),
  }));
}

/** The introduction, with a list of all operations. */
export const ControlPage = ({ env, document }: ControlPageProps) => (
  <ReferencePage
    env={env}
    title="Control API"
    current="Control API"
    choices={<Groups env={env} document={document} />}
    contents={[
      { id: "introduction", title: "Introduction" },
      { id: "errors", title: "Errors" },
      { id: "operations", title: "Operations" },
    ]}
  >
    <h1>Control API</h1>
    <Introduction env={env} document={document} />
    <Errors env={env} document={document} />
    <section>
      <Heading id="operations">Operations</Heading>
      {listGroups(document).map(({ name, calls }) => (
        <table class="stack">
          <caption>{name}</caption>
          <tbody>
            {calls.map((call) => (
              <tr id={call.operationId}>
                <th scope="row">
                  <a href={env.root + pathOfCall(call)}>{call.summary}</a>
                </th>
                <td>
                  <code>{`${call.method} ${call.path}`}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </section>
  </ReferencePage>
);

interface GroupPageProps extends ControlPageProps {
  readonly group: CallGroup;
  readonly samples: ReadonlyMap<string, Sample>;
  /** The language of the examples. */
  readonly language: Language;
}

/** The operations of a group. */
export const GroupPage = ({ env, document, group, samples, language }: GroupPageProps) => {
  const { servers, security } = document;
  const common = commonErrors(listCalls(document));
  return (
    <ReferencePage
      env={env}
      title={`Control API: ${group.name}`}
      current="Control API"
      choices={<Groups env={env} document={document} current={group.id} />}
      contents={group.calls.map(({ operationId, summary }) => ({
        id: operationId,
        title: summary,
      }))}
    >
      <h1>{group.name}</h1>
      <Prose text={group.description} />
      {group.calls.map((call) => (
        <CallSection
          env={env}
          call={call}
          server={servers[0].url}
          common={common}
          secured={security !== undefined && call.security === undefined}
          language={language}
          sample={samples.get(call.operationId)}
        />
      ))}
    </ReferencePage>
  );
};

/** The types of the responses, with all their fields. */
export const SchemasPage = ({ env, document }: ControlPageProps) => {
  const schemas = Object.entries(document.components.schemas);
  return (
    <ReferencePage
      env={env}
      title="Control API: schemas"
      current="Control API"
      choices={<Groups env={env} document={document} current={SCHEMAS.id} />}
      contents={schemas.map(([name]) => ({ id: name, title: name }))}
    >
      <h1>{SCHEMAS.name}</h1>
      {schemas.map(([name, schema]) => (
        <section>
          <Heading id={name}>{name}</Heading>
          <Fields
            schema={schema}
            caption={schema.description ?? `The fields of ${name}`}
            of="response"
          />
        </section>
      ))}
    </ReferencePage>
  );
};

const Groups = ({ env, document, current }: ControlPageProps & { readonly current?: string }) => (
  <nav class="guides" aria-label="Operations">
    <ul>
      {[...listGroups(document), SCHEMAS].map(({ id, name }) => (
        <li>
          <a
            href={`${env.root}/docs/control/${id}`}
            aria-current={id === current ? "page" : undefined}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

const Introduction = ({ env, document }: ControlPageProps) => {
  const { info, servers, security } = document;
  return (
    <section>
      <Heading id="introduction">Introduction</Heading>
      <Prose text={info.description} />
      <p>
        The examples are for the world <strong>{env.world.name}</strong>. You can paste them as they
        are. The OpenAPI description is at{" "}
        <a href={`${env.root}/_sandbox/openapi.json`}>/_sandbox/openapi.json</a>.
      </p>
      <Code caption="Base URL">{servers[0].url}</Code>
      {security && (
        <p>
          This sandbox requires a control token. The examples read it from the environment variable{" "}
          <code>MERCHANT_SANDBOX_CONTROL_TOKEN</code>.
        </p>
      )}
    </section>
  );
};

const Errors = ({ env, document }: ControlPageProps) => (
  <section>
    <Heading id="errors">Errors</Heading>
    <p>
      The response body is a <a href={`${env.root}/docs/control/schemas#Problem`}>Problem</a>, with
      the media type <code>application/problem+json</code>.
    </p>
    <Table caption="Errors that many operations return" heads={["Status code", "When"]}>
      {commonErrors(listCalls(document)).map(({ status, when }: CallError) => (
        <tr>
          <th scope="row">{status === "default" ? "Other" : status}</th>
          <td>
            <InlineText text={when} />
          </td>
        </tr>
      ))}
    </Table>
  </section>
);
