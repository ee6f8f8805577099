// The API's description at the hosted address.
import { describe, expect, test } from "bun:test";
import { formatOpenApi } from "../../../src/contract/openapi/openapi.ts";
import { sandbox } from "../../support/sandbox.ts";

const FORMATS = [
  ["json", "application/json"],
  ["yaml", "application/yaml"],
] as const;

async function ask(path: string, method = "GET", made = sandbox()) {
  const answer = await made.hosted.fetch(new Request(`http://sandbox.test${path}`, { method }));
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe.each(FORMATS)("/openapi.%s", (format, mediaType) => {
  const path = `/openapi.${format}`;

  test("is what the command prints, as its media type", async () => {
    const { status, headers, text } = await ask(path);
    expect([status, headers.get("Content-Type")]).toEqual([200, mediaType]);
    expect(text).toBe(await formatOpenApi(format));
  });

  test("names the advertised address of its world", async () => {
    const made = sandbox({ scenarios: { flaky: "description: none\n" } });
    made.advertise({ baseUrl: "https://api.test", hostedUrl: "https://pay.test" });
    const { text } = await ask(`/w/flaky${path}`, "GET", made);
    expect(text).toBe(await formatOpenApi(format, { baseUrl: "https://api.test/w/flaky" }));
    const { text: plain } = await ask(`/w/default${path}`, "GET", made);
    expect(plain).toBe(await formatOpenApi(format, { baseUrl: "https://api.test" }));
  });

  test("is returned to HEAD without its text, and to no other method", async () => {
    const head = await ask(path, "HEAD");
    expect([head.status, head.headers.get("Content-Type"), head.text]).toEqual([
      200,
      mediaType,
      "",
    ]);
    const { length } = new TextEncoder().encode(await formatOpenApi(format));
    expect(head.headers.get("Content-Length")).toBe(`${length}`);
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const { status, headers, text } = await ask(path, method);
      expect([status, headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
      expect(text).toBe(`${path} supports only GET and HEAD, not ${method}.\n`);
    }
  });

  test("does not exist in an unknown world or at similar paths", async () => {
    const others = [`/w/nowhere${path}`, `${path}/`, `/${path}`, path.toUpperCase(), "/openapi"];
    for (const other of others) expect((await ask(other)).status).toBe(404);
  });

  test("is read from no other origin", async () => {
    expect((await ask(path)).headers.get("Access-Control-Allow-Origin")).toBeNull();
  });
});

test("the API's own address has no description, as the real one has none", async () => {
  const { status } = await sandbox().api.fetch(new Request("http://sandbox.test/openapi.json"));
  expect(status).toBe(404);
});
