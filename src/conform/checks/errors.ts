// The body of an error: its code, message, request id, and the issues of a 400. The specification describes no
// such body (§7), so all of this is the sandbox's choice.
import * as v from "valibot";
import { ENDPOINTS } from "../../contract/endpoints.ts";
import type { ErrorCode, Issue } from "../../contract/errors.ts";
import type { Check } from "../check.ts";
import type { Client } from "../client.ts";
import type { ReceivedResponse } from "../exchange.ts";
import { expectBody, expectError, expectHeader, expectSame, expectTrue } from "../expect.ts";
import { link, publishedProduct } from "../found.ts";
import type { KeyName } from "../server.ts";

interface ErrorCase {
  readonly code: ErrorCode;
  readonly needs?: readonly KeyName[];
  ask(client: Client): Promise<ReceivedResponse>;
}

const ERROR_CASES: readonly ErrorCase[] = [
  { code: "invalid_request", ask: (client) => client.post("{}", { key: "full" }) },
  { code: "unauthorized", ask: (client) => client.get("ping") },
  {
    code: "sandbox_access_unavailable",
    needs: ["noAccess"],
    ask: (client) => client.get("ping", { key: "noAccess" }),
  },
  {
    code: "insufficient_scope",
    needs: ["linksOnly"],
    ask: (client) => client.get("orders", { key: "linksOnly" }),
  },
  {
    code: "product_not_found",
    ask: (client) => link(client, crypto.randomUUID()),
  },
  { code: "route_not_found", ask: (client) => client.send("GET", "/", { key: "full" }) },
  {
    code: "method_not_allowed",
    ask: (client) => client.send("DELETE", ENDPOINTS.ping.path, { key: "full" }),
  },
];

interface Invalid {
  readonly name: string;
  readonly title: string;
  /** The field that an issue names; empty for the whole body. */
  readonly path: string;
  body(id: string): string;
}

const INVALID: readonly Invalid[] = [
  {
    name: "missing",
    title: "names a productId that is missing",
    path: "productId",
    body: () => "{}",
  },
  {
    name: "not-uuid",
    title: "names a productId that is not a UUID",
    path: "productId",
    body: () => '{"productId":"atlas"}',
  },
  {
    name: "extra",
    title: "names an unknown field",
    path: "quantity",
    body: (id) => `{"productId":"${id}","quantity":1}`,
  },
  { name: "broken", title: "names the whole body if it is not JSON", path: "", body: () => "{" },
  {
    name: "array",
    title: "names the whole body if it is not an object",
    path: "",
    body: () => "[]",
  },
];

export const errorsChecks: readonly Check[] = [
  ...ERROR_CASES.map(errorCheck),
  ...INVALID.map(issueCheck),
  {
    id: "issues-media-type",
    title: "a 400 for the media type has an issue that says so",
    async run(client) {
      const headers = { "content-type": "text/plain" };
      const response = await client.post("{}", { key: "full", headers });
      expectIssues(expectError(response, "invalid_request").issues);
    },
  },
  {
    id: "error-keeps-key-secret",
    title: "no error repeats the key of the request",
    async run(client) {
      const token = `unknown_${crypto.randomUUID()}`;
      const response = await client.get("ping", { headers: { authorization: `Bearer ${token}` } });
      expectError(response, "unauthorized");
      const seen = JSON.stringify([...response.headers.values(), response.text]);
      expectTrue(!seen.includes(token), "a response without the key of the request", seen);
    },
  },
];

function errorCheck({ code, needs = [], ask }: ErrorCase): Check {
  return {
    id: `error-${code.replaceAll("_", "-")}`,
    title: `${code} has a code, a message and the id of the X-Request-Id header`,
    needs,
    async run(client) {
      const response = await ask(client);
      const { message, requestId, issues } = expectError(response, code);
      expectTrue(message.trim() !== "", "a message with text", message);
      expectSame("requestId", requestId, expectHeader(response, "X-Request-Id"));
      // Why: only a 400 has issues, and has them last.
      const fields = [
        "code",
        "message",
        "requestId",
        ...(code === "invalid_request" ? ["issues"] : []),
      ];
      const OuterSchema = v.object({ error: v.record(v.string(), v.unknown()) });
      const { error } = expectBody(response, OuterSchema);
      expectSame("the fields of the error", Object.keys(error), fields);
      if (code === "invalid_request") expectIssues(issues);
    },
  };
}

function issueCheck({ name, title, path, body }: Invalid): Check {
  return {
    id: `issues-${name}`,
    title: `a 400 ${title}`,
    async run(client) {
      const { id } = await publishedProduct(client);
      const response = await client.post(body(id), { key: "full" });
      const issues = expectIssues(expectError(response, "invalid_request").issues);
      const paths = issues.map((issue) => issue.path);
      expectTrue(paths.includes(path), `an issue with the path ${JSON.stringify(path)}`, paths);
    },
  };
}

function expectIssues(issues: readonly Issue[] = []): readonly Issue[] {
  const areExplained = issues.length > 0 && issues.every(({ message }) => message.trim() !== "");
  expectTrue(areExplained, "issues, each with a message", issues);
  return issues;
}
