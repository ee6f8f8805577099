/** @jsxImportSource hono/jsx */
// The response to a request that was tried. The script takes it from this page to show it in place.
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
  readonly wanted: Try;
  readonly outcome: TryOutcome;
}

/** The answer to a request, with the form to send it once more. */
export const TryPage = ({ env, wanted, outcome }: TryPageProps) => {
  const endpoint = ENDPOINTS[wanted.endpoint];
  const { name, method, path } = endpoint;
  return (
    <ToolPage env={env} title={`Try ${name}`} current="Docs" styles={STYLES}>
      <p>
        <a href={`${env.root}/docs#${name}`}>Back to {name}</a>
      </p>
      <h1>Try {name}</h1>
      <p class="route">{`${method} ${env.baseUrl}${path}`}</p>
      <TryForm env={env} endpoint={endpoint} wanted={wanted} />
      {method === "POST" && <Products world={env.world} />}
      <h2>Answer</h2>
      <OutcomeView env={env} outcome={outcome} />
    </ToolPage>
  );
};

/** The page for a form that none of these pages has. */
export const UnreadablePage = ({ env }: { readonly env: PageEnv }) => (
  <ToolPage env={env} title="Not sent" current="Docs">
    <h1>Not sent</h1>
    <p>
      The form holds something else than an endpoint, a key and a product.{" "}
      <a href={`${env.root}/docs`}>To the docs</a>, which have the forms.
    </p>
  </ToolPage>
);

const OutcomeView = ({ env, outcome }: { readonly env: PageEnv; readonly outcome: TryOutcome }) => {
  const { answer, broken, why, hints, ms, id, sent } = outcome;
  return (
    <div class="outcome">
      <p class="row">
        {answer ? <Status status={answer.status} /> : <span class="badge bad">No answer</span>}{" "}
        <span class="muted">
          in {ms.toFixed(1)} ms, as {id}
        </span>
      </p>
      {broken && (
        <p class="notice bad">
          {answer
            ? "The connection was closed in the middle of the answer."
            : "The connection was closed before an answer came."}
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
      {answer && (
        <>
          <Code caption="Body">
            <Body text={answer.body} hostedUrl={env.hostedUrl} />
          </Code>
          <Code caption="Headers">
            {answer.headers.map(([name, value]) => `${name}: ${value}`).join("\n")}
          </Code>
        </>
      )}
      <Code caption="The same with curl">{formatCurl(sent)}</Code>
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
