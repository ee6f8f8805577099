/** @jsxImportSource hono/jsx */
// The API reference, generated from the OpenAPI description, with examples from the world.
import { ENDPOINTS, type Endpoint } from "../../contract/endpoints.ts";
import type { ApiDocument } from "../../contract/openapi/api-document.ts";
import type { Language } from "../code/snippets.ts";
import type { PageEnv } from "../layout/page-env.ts";
import { EndpointSection } from "./endpoint.tsx";
import { createExample, type Preview } from "./examples.ts";
import { COMMON, Common, START, Start } from "./guide.tsx";
import { ReferencePage } from "./reference-page.tsx";
import { Products } from "./try/try-form.tsx";

interface ApiPageProps {
  readonly env: PageEnv;
  readonly document: ApiDocument;
  readonly preview: Preview;
  /** The language of the examples. */
  readonly language: Language;
}

/** The whole reference, on one page. */
export const ApiPage = async ({ env, document, preview, language }: ApiPageProps) => {
  const endpoints = await Promise.all(
    Object.values<Endpoint>(ENDPOINTS).map(async (endpoint) => ({
      endpoint,
      example: await createExample(env, endpoint, preview),
    })),
  );
  const entries = endpoints.map(({ endpoint: { name, summary } }) => ({
    id: name,
    title: summary,
  }));
  return (
    <ReferencePage
      env={env}
      title="Docs"
      current="API"
      contents={[...START, ...entries, ...COMMON]}
    >
      <h1>{document.info.title}</h1>
      <Start env={env} document={document} />
      {endpoints.map(({ endpoint, example }) => (
        <EndpointSection
          env={env}
          document={document}
          endpoint={endpoint}
          example={example}
          language={language}
        />
      ))}
      <Common env={env} document={document} />
      <Products world={env.world} />
    </ReferencePage>
  );
};
