// Which media types a body may have: that of JSON in UTF-8; any other is 400, never 415.
import { describe, expect, test } from "bun:test";
import { bodyFor, errorText, IDS, sandbox } from "../support/sandbox.ts";

const ask = (type: string) =>
  sandbox().call("checkout-links", {
    key: "mst_acme_links",
    body: bodyFor(IDS.atlas),
    headers: { "Content-Type": type },
  });

describe("a body is read as JSON under Content-Type", () => {
  test.each([
    "application/json",
    "APPLICATION/JSON",
    "Application/Json",
    "application/json;",
    "application/json ; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/json; charset="utf-8"',
    "application/json; Charset=Utf-8",
    "application/json; profile=x; charset=utf-8",
    "application/json; version=1",
  ])("%s", async (type) => {
    expect((await ask(type)).status).toBe(201);
  });
});

describe("a body is rejected with 400 under Content-Type", () => {
  test.each([
    "",
    "json",
    "application",
    "application/jso",
    "application/jsonp",
    "application/json5",
    "application/json-seq",
    "application/x-json",
    "application/vnd.api+json",
    "application/problem+json",
    "text/json",
    "text/plain",
    "text/plain;charset=UTF-8",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/octet-stream",
    "application/ json",
    "application/json, application/json",
    "application/json charset=utf-8",
    "*/*",
  ])("%s", async (type) => {
    const { status, text, id } = await ask(type);
    const message = `Content-Type must be application/json, received ${JSON.stringify(type)}.`;
    expect(status).toBe(400);
    expect(text).toBe(
      errorText("invalid_request", "The request is invalid.", id, [{ path: "", message }]),
    );
  });

  test.each(["utf-16", "iso-8859-1", '"latin1"', "utf8", ""])(
    "application/json; charset=%s",
    async (charset) => {
      const { status, text, id } = await ask(`application/json; charset=${charset}`);
      const message = "The charset in Content-Type must be utf-8.";
      expect(status).toBe(400);
      expect(text).toBe(
        errorText("invalid_request", "The request is invalid.", id, [{ path: "", message }]),
      );
    },
  );
});

test("a request without Content-Type is rejected with 400", async () => {
  const { api } = sandbox();
  const body = new Uint8Array(new TextEncoder().encode(bodyFor(IDS.atlas)));
  const request = new Request("http://sandbox.test/api/v1/integration/checkout-links", {
    method: "POST",
    headers: { Authorization: "Bearer mst_acme_links" },
    body,
  });
  expect(request.headers.get("Content-Type")).toBeNull();
  const response = await api.fetch(request);
  const message = "Content-Type must be application/json, received none.";
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { issues: [{ path: "", message }] } },
  ]);
});

test("a valid body in another Content-Encoding is not JSON", async () => {
  const bytes = new Uint8Array(Bun.gzipSync(bodyFor(IDS.atlas)));
  const { status } = await sandbox().call("checkout-links", {
    key: "mst_acme_links",
    body: bytes,
    headers: { "Content-Type": "application/json", "Content-Encoding": "gzip" },
  });
  expect(status).toBe(400);
});
