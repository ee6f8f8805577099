// How all tests hold an answer against the description: that it can fail.
import { describe, expect, test } from "bun:test";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { type AnswerSeen, findUndescribed } from "../support/described.ts";

const HEADERS = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "X-Request-Id": "req_1",
};
const PING: AnswerSeen = {
  method: "GET",
  path: ENDPOINTS.ping.path,
  status: 200,
  headers: new Headers(HEADERS),
  text: JSON.stringify(ENDPOINTS.ping.response.examples.full.value),
};

const withHeaders = (headers: Record<string, string>) => ({
  headers: new Headers({ ...HEADERS, ...headers }),
});
const withPing = (fields: object) => ({
  text: JSON.stringify({ ...ENDPOINTS.ping.response.examples.full.value, ...fields }),
});

describe("a response matches the description", () => {
  test.each([
    ["as it is", {}],
    ["without a body to a HEAD", { method: "HEAD", text: "" }],
    ["with what runtimes add", withHeaders({ Date: "now", "Content-Length": "2" })],
    ["with an error in another form", { status: 404, text: "<html>", errorBody: "html" }],
    ["at a path that is not described", { path: "/", status: 404, text: "" }],
  ] satisfies [string, Partial<AnswerSeen>][])("%s", (_which, answer) => {
    expect(findUndescribed({ ...PING, ...answer })).toEqual([]);
  });
});

describe("a response does not match the description", () => {
  test.each([
    ["the status 204 is not described", { status: 204 }],
    ["the status 200 is not described", { method: "POST" }],
    ["a HEAD has a body", { method: "HEAD" }],
    ["the header server is not described", withHeaders({ Server: "sandbox" })],
    [
      "the header cache-control is public: it must be equal to constant",
      withHeaders({ "Cache-Control": "public" }),
    ],
    ["the media type is text/html", withHeaders({ "Content-Type": "text/html" })],
    ["the body must be object", { text: "[]" }],
    ["the body/liveEnabled must be equal to constant", withPing({ liveEnabled: true })],
    ['the body/merchantId must match format "uuid"', withPing({ merchantId: "acme" })],
    ["the body must NOT have additional properties", withPing({ live: false })],
    ["the body must have required property 'error'", { status: 500, text: "{}" }],
  ] satisfies [string, Partial<AnswerSeen>][])("as %s", (message, answer) => {
    expect(findUndescribed({ ...PING, ...answer })).toContain(message);
  });

  test("if a header is missing that every such response has", () => {
    const headers = new Headers({ "Content-Type": "application/json" });
    const missing = ["x-request-id", "cache-control", "www-authenticate"];
    expect(findUndescribed({ ...PING, method: "HEAD", text: "", status: 401, headers })).toEqual(
      missing.map((name) => `the header ${name} is missing`),
    );
  });
});
