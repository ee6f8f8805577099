/** @jsxImportSource hono/jsx */
// The headers of all responses in one table, because most responses have the same headers.

import {
  type ApiDocument,
  type ApiHeader,
  headerAt,
  responseAt,
} from "../../contract/openapi/api-document.ts";
import { InlineText } from "../layout/page.tsx";
import { Heading } from "./elements/heading.tsx";
import { SandboxChoice } from "./elements/prose.tsx";
import { Table } from "./elements/table.tsx";

/** The section of the headers. */
export const Headers = ({ document }: { readonly document: ApiDocument }) => {
  const headers = collectHeaders(document);
  // Why: most headers share one choice, so it is shown once.
  const common = headers[0]?.header["x-sandbox-choice"];
  return (
    <section>
      <Heading id="headers">Headers</Heading>
      <p>
        Responses are <code>application/json</code> (§4) and have these headers.
      </p>
      {common && <SandboxChoice text={common} />}
      <Table
        class="fields stack"
        caption="Response headers"
        heads={["Header", "Example", "Description"]}
      >
        {headers.map(({ name, header, statuses }) => (
          <tr>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>
              <code>{header.example}</code>{" "}
              <span class="mark">
                {header.required ? "always with" : "sometimes with"} {statuses.join(", ")}
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
      </Table>
    </section>
  );
};

interface HeaderUse {
  readonly name: string;
  readonly header: ApiHeader;
  /** The status codes of the responses that have it. */
  readonly statuses: readonly string[];
}

/** Collects the headers of all responses. A header with two meanings is listed twice. */
function collectHeaders(document: ApiDocument): HeaderUse[] {
  const found = new Map<string, HeaderUse>();
  for (const { get, post } of Object.values(document.paths)) {
    const responses = Object.entries({ ...get?.responses, ...post?.responses });
    for (const [status, place] of responses) {
      for (const [name, given] of Object.entries(responseAt(document, place).headers)) {
        const header = headerAt(document, given);
        const use = `${name}: ${header.description}`;
        const statuses = found.get(use)?.statuses ?? [];
        const word = status === "default" ? "other" : status;
        found.set(use, { name, header, statuses: [...new Set([...statuses, word])].toSorted() });
      }
    }
  }
  return [...found.values()];
}
