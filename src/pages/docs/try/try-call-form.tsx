/** @jsxImportSource hono/jsx */
// The form to try an operation of the control API, filled with the example of the world.
import { type CallValues, type DocumentedCall, exampleValues } from "../calls.ts";

interface TryCallFormProps {
  readonly root: string;
  readonly call: DocumentedCall;
  readonly values?: CallValues;
}

export const TryCallForm = ({ root, call, values: filled }: TryCallFormProps) => {
  const { operationId, parameters = [], requestBody } = call;
  const examples = exampleValues(call);
  const values = filled ?? examples;
  const hasBody = requestBody?.required === true || examples.body !== undefined;
  return (
    <form class="try" method="post" action={`${root}/docs/try`} aria-label={`Try ${operationId}`}>
      <input type="hidden" name="call" value={operationId} />
      {parameters.map(({ name, in: place, required }) => (
        <p>
          <label for={`${operationId}-${name}`}>{name}</label>
          <input
            id={`${operationId}-${name}`}
            name={`${place}.${name}`}
            value={values[`${place}.${name}`]}
            required={required}
            autocomplete="off"
          />
        </p>
      ))}
      {hasBody && (
        <p>
          <label for={`${operationId}-body`}>Body</label>
          <textarea
            id={`${operationId}-body`}
            name="body"
            rows={values.body?.split("\n").length ?? 3}
            spellcheck={false}
          >
            {values.body}
          </textarea>
        </p>
      )}
      <button type="submit" class="primary">
        Send
      </button>
    </form>
  );
};
