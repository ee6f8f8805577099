/** @jsxImportSource hono/jsx */
// The response to a tried request. The script takes it from this page to show it below the form.
import type { Child } from "hono/jsx";
import { STATUS_TITLES } from "../../../shared/status-titles.ts";
import { LANGUAGES, type Language } from "../../code/snippets.ts";
import { InlineText, MessagePage, ToolPage } from "../../layout/page.tsx";
import type { PageEnv } from "../../layout/page-env.ts";
import { STYLES } from "../assets.ts";
import { Code, Json, SnippetCode } from "../elements/code.tsx";
import type { TryOutcome } from "./try.ts";

interface TryPageProps {
  readonly env: PageEnv;
  readonly language: Language;
  /** What was tried. */
  readonly name: string;
  /** The path of the form in the docs. */
  readonly back: string;
  readonly outcome: TryOutcome;
  /** The form to send the request again. */
  readonly children?: Child;
}

/** The response to a request. */
export const TryPage = ({ env, language, name, back, outcome, children }: TryPageProps) => (
  <ToolPage env={env} title={`Try ${name}`} current="Docs" styles={STYLES}>
    <p>
      <a href={`${env.root}${back}`}>Back to {name}</a>
    </p>
    <h1>Try {name}</h1>
    <p class="route">{`${outcome.sent.method} ${outcome.sent.url}`}</p>
    {children}
    <h2>Response</h2>
    <OutcomeView env={env} language={language} outcome={outcome} />
  </ToolPage>
);

/** The page for a form that is not one of the docs' own. */
export const InvalidFormPage = ({ env }: { readonly env: PageEnv }) => (
  <MessagePage env={env} title="Not sent" current="Docs">
    This is not a form of the docs, or the world has changed since the page was loaded. Use a form
    in <a href={`${env.root}/docs`}>the docs</a>.
  </MessagePage>
);

type OutcomeProps = Pick<TryPageProps, "env" | "language" | "outcome">;

const OutcomeView = ({ env, language, outcome }: OutcomeProps) => {
  const { response, broken, why, hints = [], ms, id, sent } = outcome;
  return (
    <div class="outcome">
      <p class="row">
        {response ? (
          <Status status={response.status} />
        ) : (
          <span class="badge bad">No response</span>
        )}{" "}
        <span class="muted">
          {ms.toFixed(1)} ms
          {id && (
            <>
              , <a href={`${env.root}/dashboard/requests/${id}`}>{id}</a>
            </>
          )}
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
      <Code caption={`Same request with ${LANGUAGES[language].name}`} language={language}>
        <SnippetCode request={sent} language={language} />
      </Code>
    </div>
  );
};

const Status = ({ status }: { readonly status: number }) => {
  const titles: Readonly<Record<number, string>> = {
    ...{ 200: "OK", 201: "Created", 204: "No Content" },
    ...STATUS_TITLES,
  };
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
