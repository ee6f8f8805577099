// The two forms of an answer, a web response and plain values, say the same.
import { expect, test } from "bun:test";
import { createSandbox } from "../../src/sandbox.ts";
import { loadSeeds } from "../../src/seeds/load.ts";
import { IDS, NOW, requestOf, SEEDS } from "../support/sandbox.ts";

const FAULTS = `
faults:
  - { endpoint: orders, key: mst_globex_full, respond: 503 }
  - { endpoint: products, key: mst_globex_full, drop: midway }
`;

function create(settings = "") {
  const files = [
    {
      path: "seeds.yaml",
      text: SEEDS.replace("rateLimit: off", `rateLimit: off\n${settings}`) + FAULTS,
    },
  ];
  return createSandbox({ seeds: loadSeeds({ files, now: NOW }), systemTime: () => NOW });
}

const key = "mst_acme_full";
const link = JSON.stringify({ productId: IDS.atlas });
const REQUESTS: Record<string, () => Request> = {
  "a ping": () => requestOf("ping", { key }),
  "a HEAD": () => requestOf("orders", { key, method: "HEAD" }),
  "a list": () => requestOf("products", { key }),
  "a link": () => requestOf("checkout-links", { key, body: link }),
  "a body that is none": () => requestOf("checkout-links", { key, body: "{" }),
  "no key": () => requestOf("ping"),
  "a key without the scope": () => requestOf("orders", { key: "mst_acme_none" }),
  "a full bucket": () => requestOf("ping", { key: "mst_acme_once" }),
  "an empty bucket": () => requestOf("ping", { key: "mst_acme_once" }),
  "another method": () => requestOf("ping", { key, method: "DELETE" }),
  "a fault": () => requestOf("orders", { key: "mst_globex_full" }),
  "no endpoint": () => new Request("http://sandbox/api"),
};

test.each([
  ["", Object.keys(REQUESTS)],
  ["  errorBody: html", ["no key", "a fault"]],
  ["  rateLimitHeaders: draft", ["a full bucket", "an empty bucket"]],
])("plain values say what a response says, with the settings %p", async (settings, names) => {
  const [asWeb, asPlain] = [create(settings), create(settings)];
  for (const name of names) {
    const request = REQUESTS[name];
    if (request === undefined) throw new Error(name);
    const web = await asWeb.api.fetch(request());
    const plain = await asPlain.api.answer(request());
    if (plain instanceof Response) throw new Error("no plain values");
    const { "x-request-id": id = "", ...headers } = Object.fromEntries(web.headers);
    const { "x-request-id": plainId = "", ...plainHeaders } = Object.fromEntries(
      new Headers(plain.headers),
    );
    expect({ name, status: plain.status, headers: plainHeaders, body: plain.body ?? "" }).toEqual({
      name,
      status: web.status,
      headers,
      body: (await web.text()).replace(id, plainId),
    });
  }
});

test("what is done to one response shows in no other", async () => {
  const { api } = create();
  const ask = async () => api.fetch(requestOf("ping"));
  const [first, second] = [await ask(), await ask()];
  const id = first.headers.get("x-request-id");
  first.headers.set("x-request-id", "mine");
  first.headers.delete("www-authenticate");
  const third = await ask();
  for (const { headers } of [second, third]) {
    expect(headers.get("www-authenticate")).toBe("Bearer");
    expect([id, "mine"]).not.toContain(headers.get("x-request-id"));
  }
});

test("an answer that a fault loses is a response which breaks off", async () => {
  const answer = await create().api.answer(requestOf("products", { key: "mst_globex_full" }));
  expect(answer).toBeInstanceOf(Response);
  await expect(answer instanceof Response && answer.text()).rejects.toBeUndefined();
});
