/** @jsxImportSource hono/jsx */
// The headers of all responses in one table, because most responses share them.
import {
  type ApiDocument,
  type ApiHeader,
  headerAt,
  responseAt,
} from "../../contract/openapi/api-document.ts";
import { Heading } from "./elements/heading.tsx";
import { InlineText, SandboxChoice } from "./elements/prose.tsx";

/** The section of the headers. */
export const Headers = ({ document }: { readonly document: ApiDocument }) => {
  const headers = collectHeaders(document);
  // Why: most have the same, which is told once.
  const common = headers[0]?.header["x-sandbox-choice"];
  return (
    <section>
      <Heading id="headers">Headers</Heading>
      <p>
        Answers are <code>application/json</code> (§4), and carry these headers.
      </p>
      {common && <SandboxChoice text={common} />}
      <table class="fields stack">
        <caption>Headers of answers</caption>
        <thead>
          <tr>
            <th scope="col">Header</th>
            <th scope="col">Example</th>
            <th scope="col">Description</th>
          </tr>
        </thead>
        <tbody>
          {headers.map(({ name, header, statuses }) => (
            <tr>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>
                <code>{header.example}</code>{" "}
                <span class="mark">
                  {header.required ? "with" : "at times with"} {statuses.join(", ")}
                </span>
              </td>
              <td>
                <InlineText text={header.description} />
                {header["x-sandbox-choice"] !== common && (
                  <SandboxChoice text={header["x-sandbox-choice"] ?? ""} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

interface HeaderUse {
  readonly name: string;
  readonly header: ApiHeader;
  /** The statuses that it comes with. */
  readonly statuses: readonly string[];
}

/** Collects the headers of all answers; one that means another thing elsewhere is there once more. */
function collectHeaders(document: ApiDocument): HeaderUse[] {
  const found = new Map<string, HeaderUse>();
  for (const { get, post } of Object.values(document.paths)) {
    const answers = Object.entries({ ...get?.responses, ...post?.responses });
    for (const [status, place] of answers) {
      for (const [name, given] of Object.entries(responseAt(document, place).headers)) {
        const header = headerAt(document, given);
        const use = `${name}: ${header.description}`;
        const statuses = found.get(use)?.statuses ?? [];
        const word = status === "default" ? "others" : status;
        found.set(use, { name, header, statuses: [...new Set([...statuses, word])].toSorted() });
      }
    }
  }
  return [...found.values()];
}
