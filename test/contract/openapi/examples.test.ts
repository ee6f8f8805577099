// The examples of the description are what the sandbox answers over the embedded seeds, to the letter.
import { expect, test } from "bun:test";
import { exampleOf } from "../../../src/contract/endpoint.ts";
import {
  ENDPOINT_NAMES,
  ENDPOINTS,
  type Endpoint,
  type EndpointName,
} from "../../../src/contract/endpoints.ts";
import { ERRORS } from "../../../src/contract/errors.ts";
import { headerAt, responseAt } from "../../../src/contract/openapi/api-document.ts";
import { EXAMPLE_REQUEST_ID } from "../../../src/contract/openapi/examples.ts";
import { createSandbox } from "../../../src/library/library.ts";
import { DOCUMENT } from "../../support/described.ts";
import { bodyFor, type CallOptions, NOW, requestOf } from "../../support/sandbox.ts";

interface Provocation extends CallOptions {
  readonly scenario?: string;
  /** What is laid over the seeds. */
  readonly seeds?: Readonly<Record<string, unknown>>;
}

/** What has an endpoint answer an example, by the example's name. */
const PROVOCATIONS: Readonly<Record<string, (name: EndpointName) => Provocation>> = {
  full: () => ({}),
  scopeless: () => ({ key: "mst_acme_noscope" }),
  some: () => ({}),
  none: () => ({ scenario: "empty-catalog" }),
  links: () => ({}),
  invalid_request: (name) =>
    name === "checkout-links"
      ? { body: bodyFor("ATLAS-1") }
      : { seeds: { settings: { unknownQuery: "reject" } }, query: "limit=10" },
  unauthorized: () => ({ key: "mst_acme_revoked" }),
  insufficient_scope: () => ({ key: "mst_acme_noscope" }),
  sandbox_access_unavailable: () => ({ key: "mst_acme_noaccess" }),
  method_not_allowed: () => ({ method: "DELETE" }),
  misdirected_request: () => ({ headers: { Host: "shop.test" } }),
  product_not_found: () => ({ seeds: { faults: [{ respond: 404 }] } }),
  rate_limit_exceeded: () => ({ seeds: { faults: [{ respond: 429 }] } }),
  internal_error: () => ({ seeds: { faults: [{ respond: 500 }] } }),
  bad_gateway: () => ({ seeds: { faults: [{ respond: 502 }] } }),
  service_unavailable: () => ({ seeds: { faults: [{ respond: 503 }] } }),
  gateway_timeout: () => ({ seeds: { faults: [{ respond: 504 }] } }),
};

/** Each example of each endpoint: what is answered, and by which response it is described. */
const EXAMPLES = ENDPOINT_NAMES.flatMap((name) => {
  const { get, post } = DOCUMENT.paths[ENDPOINTS[name].path] ?? {};
  return Object.entries((get ?? post)?.responses ?? {}).flatMap(([status, place]) => {
    const response = responseAt(DOCUMENT, place);
    return Object.entries(response.content["application/json"].examples).map(
      ([example, { value }]) => ({ name, status, example, value, response }),
    );
  });
});

const STATUSES = new Map(Object.entries(ERRORS).map(([code, { status }]) => [code, status]));

const sandbox = createSandbox({ host: "127.0.0.1", systemTime: () => NOW });

async function provoke(name: EndpointName, { scenario, seeds, ...call }: Provocation) {
  const { name: world } = await sandbox.world({ scenario, seeds });
  const { request: sent }: Endpoint = ENDPOINTS[name];
  const body = sent ? { body: JSON.stringify(exampleOf(sent)) } : {};
  const request = requestOf(name, { key: "mst_acme_full", world, ...body, ...call });
  const answer = await sandbox.api.fetch(request);
  const id = answer.headers.get("x-request-id") ?? "";
  const text = (await answer.text())
    .replaceAll(id, EXAMPLE_REQUEST_ID)
    .replaceAll(`/w/${world}`, "");
  const json: unknown = JSON.parse(text);
  return { status: answer.status, headers: answer.headers, json };
}

test.each(EXAMPLES)("$name responds with $status as in the example $example", async (described) => {
  const { name, status, example, value, response } = described;
  const { json, ...answer } = await provoke(name, PROVOCATIONS[example]?.(name) ?? {});
  expect(answer.status).toBe(STATUSES.get(example) ?? Number(status));
  // The examples of lists are shorter than the lists.
  expect(Array.isArray(json) ? json.slice(0, 2) : json).toEqual(value);
  for (const header of ["WWW-Authenticate", "Retry-After", "Cache-Control"]) {
    const place = response.headers[header];
    const received = answer.headers.get(header);
    if (place && received) expect(received).toBe(`${headerAt(DOCUMENT, place).example}`);
  }
});

test("the examples have every error except the one for an unknown path", () => {
  const shown = new Set(EXAMPLES.map(({ example }) => example));
  expect([...STATUSES.keys()].filter((code) => !shown.has(code))).toEqual(["route_not_found"]);
});
