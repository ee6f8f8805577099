/** @jsxImportSource hono/jsx */
// The response to a tried request. The script takes it from this page to show it below the form.
import { ENDPOINTS } from "../../../contract/endpoints.ts";
import { STATUS_TITLES } from "../../../shared/status-titles.ts";
import { ToolPage } from "../../layout/page.tsx";
import type { PageEnv } from "../../layout/page-env.ts";
import { STYLES } from "../assets.ts";
import { Code, Json } from "../elements/code.tsx";
import { InlineText } from "../elements/prose.tsx";
import { formatCurl } from "../elements/snippets.ts";
import type { Try, TryOutcome } from "./try.ts";
import { Products, TryForm } from "./try-form.tsx";

interface TryPageProps {
  readonly env: PageEnv;
  readonly values: Try;
  readonly outcome: TryOutcome;
}

/** The response to a request, with the form to send it again. */
export const TryPage = ({ env, values, outcome }: TryPageProps) => {
  const endpoint = ENDPOINTS[values.endpoint];
  const { name, method, path } = endpoint;
  return (
    <ToolPage env={env} title={`Try ${name}`} current="Docs" styles={STYLES}>
      <p>
        <a href={`${env.root}/docs#${name}`}>Back to {name}</a>
      </p>
      <h1>Try {name}</h1>
      <p class="route">{`${method} ${env.baseUrl}${path}`}</p>
      <TryForm env={env} endpoint={endpoint} values={values} />
      {method === "POST" && <Products world={env.world} />}
      <h2>Response</h2>
      <OutcomeView env={env} outcome={outcome} />
    </ToolPage>
  );
};

/** The page for a form that is not one of the docs' own. */
export const InvalidFormPage = ({ env }: { readonly env: PageEnv }) => (
  <ToolPage env={env} title="Not sent" current="Docs">
    <h1>Not sent</h1>
    <p>
      The form must have the fields <code>endpoint</code> and <code>key</code>, and may have{" "}
      <code>productId</code>. Use a form in <a href={`${env.root}/docs`}>the docs</a>.
    </p>
  </ToolPage>
);

const OutcomeView = ({ env, outcome }: { readonly env: PageEnv; readonly outcome: TryOutcome }) => {
  const { response, broken, why, hints, ms, id, sent } = outcome;
  return (
    <div class="outcome">
      <p class="row">
        {response ? (
          <Status status={response.status} />
        ) : (
          <span class="badge bad">No response</span>
        )}{" "}
        <span class="muted">
          {ms.toFixed(1)} ms, {id}
        </span>
      </p>
      {broken && (
        <p class="notice bad">
          {response
            ? "The connection was closed in the middle of the response."
            : "The connection was closed before a response arrived."}
        </p>
      )}
      {why && (
        <p class="notice warn">
          <strong>Why</strong> <InlineText text={why} />
        </p>
      )}
      {hints.map((hint) => (
        <p class="notice">
          <strong>Hint</strong> <InlineText text={hint} />
        </p>
      ))}
      {response && (
        <>
          <Code caption="Body">
            <Body text={response.body} hostedUrl={env.hostedUrl} />
          </Code>
          <Code caption="Headers">
            {response.headers.map(([name, value]) => `${name}: ${value}`).join("\n")}
          </Code>
        </>
      )}
      <Code caption="Same request with curl">{formatCurl(sent)}</Code>
    </div>
  );
};

const Status = ({ status }: { readonly status: number }) => {
  const titles: Readonly<Record<number, string>> = { 200: "OK", 201: "Created", ...STATUS_TITLES };
  return (
    <span
      class={`badge ${status < 400 ? "good" : "bad"}`}
    >{`${status} ${titles[status] ?? ""}`}</span>
  );
};

const Body = ({ text, hostedUrl }: { readonly text: string; readonly hostedUrl: string }) => {
  if (text === "") return <span class="muted">(empty)</span>;
  try {
    return <Json value={JSON.parse(text)} linked={hostedUrl} />;
  } catch {
    return <span>{text}</span>;
  }
};
