// MSW's handlers, given a base URL as users write it.
import { expect, test } from "bun:test";
import { getResponse } from "msw";
import { createSandbox } from "../../src/index.ts";
import { handlers } from "../../src/library/msw.ts";

test.each([
  "https://api.merchant.example",
  "https://api.merchant.example/",
  "https://API.merchant.example:443",
])("answers a client of %s", async (baseUrl) => {
  const sandbox = createSandbox();
  const headers = { Authorization: `Bearer ${sandbox.handle("default").apiKey}` };
  const request = new Request(new URL("/api/v1/integration/ping", baseUrl), { headers });
  const response = await getResponse(handlers(sandbox, { baseUrl }), request);
  expect(response?.status).toBe(200);
});

test("throws on a base URL that is none", () => {
  expect(() => handlers(createSandbox(), { baseUrl: "api.merchant.example" })).toThrow("URL");
});
