/** @jsxImportSource hono/jsx */
// The fields of a body as a table.

import { InlineText } from "../../layout/page.tsx";
import { SandboxChoice } from "./prose.tsx";
import { describeType, type Field, listFields, type Schema } from "./schema.ts";
import { Table } from "./table.tsx";

interface FieldsProps {
  readonly schema: Schema;
  readonly caption: string;
  /** Which fields are marked: the required ones of a request, or the optional ones of a response. */
  readonly of: "request" | "response";
}

/** The fields of a schema, each with its type and its description. */
export const Fields = ({ schema, caption, of }: FieldsProps) => {
  const fields = listFields(schema);
  if (fields.length === 0) return <Whole schema={schema} caption={caption} />;
  return (
    <Table
      class="fields stack"
      caption={<InlineText text={caption} />}
      heads={["Field", "Type", "Description"]}
    >
      {fields.map((field) => (
        <Row field={field} of={of} />
      ))}
    </Table>
  );
};

/** Describes a body without fields of its own. */
const Whole = ({ schema, caption }: Pick<FieldsProps, "schema" | "caption">) => (
  <p>
    <InlineText text={caption} /> Type: <Type schema={schema} />.
  </p>
);

/** The type of a schema. A named type links to its fields. */
export const Type = ({ schema }: { readonly schema: Schema }) => (
  <TypeWords type={describeType(schema)} />
);

const TypeWords = ({ type }: Pick<Field, "type">) => (
  <span class="type">
    {type.map(({ text, name }) =>
      name === undefined ? text : <a href={`schemas#${name}`}>{text}</a>,
    )}
  </span>
);

const Row = ({ field, of }: { readonly field: Field; readonly of: FieldsProps["of"] }) => {
  const { path, type, required, description = "", choice, limits } = field;
  const mark = of === "request" ? required && "required" : !required && "optional";
  const last = limits.join("; ");
  return (
    <tr>
      <th scope="row">
        <code>{path}</code>
      </th>
      <td>
        <TypeWords type={type} /> {mark && <span class="mark">{mark}</span>}
      </td>
      <td>
        <InlineText text={description} />{" "}
        {last && (
          <span class="limits">
            <InlineText text={`${last[0]?.toUpperCase()}${last.slice(1)}.`} />
          </span>
        )}
        {choice && <SandboxChoice text={choice} />}
      </td>
    </tr>
  );
};
