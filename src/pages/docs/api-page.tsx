/** @jsxImportSource hono/jsx */
// The reference of the API, made from its description, with examples from the world.
import { ENDPOINTS } from "../../contract/endpoints.ts";
import type { ApiDocument } from "../../contract/openapi/api-document.ts";
import type { PageEnv } from "../layout/page-env.ts";
import { LANGUAGES } from "./elements/snippets.ts";
import { EndpointSection } from "./endpoint.tsx";
import { createExample } from "./examples.ts";
import { BEGINNING, Beginning, COMMON, Common } from "./guide.tsx";
import { ReferencePage } from "./reference-page.tsx";
import { Products } from "./try/try-form.tsx";

interface ApiPageProps {
  readonly env: PageEnv;
  readonly document: ApiDocument;
}

/** The whole reference, on one page. */
export const ApiPage = ({ env, document }: ApiPageProps) => {
  const { world, hostedUrl } = env;
  const endpoints = Object.values(ENDPOINTS).flatMap((endpoint) => {
    const { get, post } = document.paths[endpoint.path] ?? {};
    const operation = endpoint.method === "GET" ? get : post;
    return operation ? [{ endpoint, operation }] : [];
  });
  const entries = endpoints.map(({ endpoint: { name }, operation: { summary } }) => ({
    id: name,
    title: summary,
  }));
  return (
    <ReferencePage
      env={env}
      title="Docs"
      current="API"
      contents={[...BEGINNING, ...entries, ...COMMON]}
      choices={<Languages />}
    >
      <h1>{document.info.title}</h1>
      <Beginning env={env} document={document} />
      {endpoints.map(({ endpoint, operation }) => (
        <EndpointSection
          env={env}
          document={document}
          endpoint={endpoint}
          operation={operation}
          example={createExample(world, endpoint, hostedUrl)}
        />
      ))}
      <Common env={env} document={document} />
      <Products world={world} />
    </ReferencePage>
  );
};

/** The choice of the language that examples are in. Style sheets show the one that is chosen. */
const Languages = () => (
  <fieldset class="languages">
    <legend>Examples in</legend>
    {Object.entries(LANGUAGES).map(([language, { name }], n) => (
      <label>
        <input type="radio" name="language" id={`in-${language}`} checked={n === 0} /> {name}
      </label>
    ))}
  </fieldset>
);
