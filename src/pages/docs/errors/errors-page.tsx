/** @jsxImportSource hono/jsx */
// Each error with its causes: how to fix it, and a request of the world that shows it.
import { ERRORS } from "../../../contract/errors.ts";
import { InlineText } from "../../layout/page.tsx";
import type { PageEnv } from "../../layout/page-env.ts";
import { Heading, Subheading } from "../elements/heading.tsx";
import { FaultsNotice } from "../guide.tsx";
import { ReferencePage } from "../reference-page.tsx";
import type { Cause } from "./cause.ts";
import { type ErrorName, listCauses } from "./causes.ts";

const DROPPED = {
  status: "No response",
  message: "The connection was closed before the end of the response.",
};

/** Lists the errors in the order of the page. */
export function listErrors(env: Pick<PageEnv, "world">) {
  return Object.entries(listCauses(env.world)).map(([name, causes]) => {
    const code = name as ErrorName;
    const { status, message } = code === "dropped" ? DROPPED : ERRORS[code];
    return { code, status: `${status}`, message, causes };
  });
}

export const ErrorsPage = ({ env }: { readonly env: PageEnv }) => {
  const errors = listErrors(env);
  return (
    <ReferencePage
      env={env}
      title="Errors"
      current="Errors"
      contents={errors.map(({ code, status }) => ({ id: code, title: `${status} ${code}` }))}
    >
      <h1>Errors</h1>
      <p>
        A response has only a status code, an error code and a short message. These are the causes
        of each, with a request that shows it in the world <strong>{env.world.name}</strong>. The
        log and the <a href={`${env.root}/dashboard`}>dashboard</a> say which one it was.
      </p>
      <FaultsNotice world={env.world}>A fault may respond instead of the error here.</FaultsNotice>
      {errors.map(({ code, status, message, causes }) => (
        <section>
          <Heading id={code}>
            {status} <code>{code}</code>
          </Heading>
          <p>{message}</p>
          {causes.map((cause) => (
            <CauseEntry env={env} cause={cause} />
          ))}
        </section>
      ))}
    </ReferencePage>
  );
};

const CauseEntry = ({ env, cause }: { readonly env: PageEnv; readonly cause: Cause }) => {
  const { id, title, fix, request, missing = "" } = cause;
  return (
    <>
      <Subheading id={id}>{title}</Subheading>
      <p>
        <InlineText text={fix} />
      </p>
      {request ? (
        <form
          class="try row"
          method="post"
          action={`${env.root}/docs/try`}
          aria-label={`Try ${id}`}
        >
          <input type="hidden" name="cause" value={id} />
          <p>
            <code>{`${request.method} ${request.path}`}</code>{" "}
            <span class="muted">
              {request.key === undefined ? (
                "without a key"
              ) : (
                <>
                  with <code>{request.key}</code>
                </>
              )}
              {request.times !== undefined && `, ${request.times} times`}
            </span>
          </p>
          <button type="submit" class="primary">
            Try it
          </button>
        </form>
      ) : (
        <p class="muted">
          <InlineText text={missing} />
        </p>
      )}
    </>
  );
};
