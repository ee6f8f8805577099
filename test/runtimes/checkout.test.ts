// A shopper without a browser, in every way in which the sandbox is run: the pages, and one order of one
// form. The rules themselves are tested in test/hosted.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import * as v from "valibot";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { FORM, payTwice } from "../pages/shop/pay-twice.ts";
import { readForm } from "../pages/shop/shop.ts";
import { openWire, statusOf } from "../runtime/spawn.ts";
import { RUNTIMES, type Spawned, spawnSandbox } from "../support/spawn-sandbox.ts";

setDefaultTimeout(30_000);

const ATLAS = "/checkout/a71a5000-0000-4000-8000-000000000001";

describe.each(Object.entries(RUNTIMES))("the checkout under %s", (_name, command) => {
  let spawned: Spawned;

  beforeAll(async () => {
    spawned = await spawnSandbox(command, ["--log", "off"]);
  });
  afterAll(() => spawned.stop("SIGKILL"));

  const ask = (path: string, init?: RequestInit) =>
    fetch(spawned.ready.hostedUrl + path, { redirect: "manual", ...init });

  async function listOrders(root = "") {
    const headers = { Authorization: `Bearer ${spawned.ready.apiKey}` };
    const answer = await fetch(spawned.ready.baseUrl + root + ENDPOINTS.orders.path, { headers });
    return v.parse(ENDPOINTS.orders.response.schema, await answer.json());
  }

  test("makes one order of one form, sent twice at once, and shows the receipt", async () => {
    await payTwice({ checkout: ATLAS, ask, listOrders });
  });

  test("keeps a form of the time before a restart from being charged", async () => {
    const { action, fields } = readForm(await (await ask(ATLAS)).text());
    const token = fields.token?.replace(/.{8}$/, "00000000") ?? "";
    const body = `${new URLSearchParams({ ...fields, token })}`;
    const { status } = await ask(action, { method: "POST", body, headers: FORM });
    expect(status).toBe(403);
  });

  test.each([
    ["/p/GESCHENK%20KARTE%2F%C3%84%C3%96", 200, "€25.00"],
    ["/p/TALES-1", 200, "&lt;b&gt;Bold&lt;/b&gt; Tales &amp; &quot;quotes&quot;"],
    ["/p/SIGNED-1", 200, "Default: 1000 minor units"],
    ["/p/MANGA-JP", 200, "¥1,200"],
    ["/p/MOCHA-KW", 200, "KWD\u00a04.250"],
    ["/p/ATLAS-2", 404, 'Did you mean <a href="/w/slow/p/ATLAS-1">ATLAS-1</a>?'],
    ["/p/%ff%zz", 404, "has the public code &quot;%ff%zz&quot;"],
    ["/p/ATLAS-0", 404, "(products.yaml:88) is ARCHIVED"],
    ["/checkout/ATLAS-1", 404, "is not a UUID"],
    ["/", 200, '<a href="/w/slow/p/GESCHENK%20KARTE%2F%C3%84%C3%96" dir="auto">Geschenkkarte</a>'],
  ])("shows %s", async (path, status, text) => {
    const answer = await ask(`/w/slow${path}`);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(text);
  });

  test.each([
    ["a method that it does not answer", { method: "PUT" }, 405],
    [
      "a form that is too long",
      { method: "POST", body: "x".repeat(2_000_000), headers: FORM },
      413,
    ],
    [
      "a form that is too long, in parts",
      { method: "POST", body: parts(), headers: FORM, duplex: "half" },
      413,
    ],
    [
      "a form of another site",
      { method: "POST", body: "", headers: { ...FORM, Origin: "null" } },
      403,
    ],
    ["a form with a file", { method: "POST", body: new FormData() }, 415],
    ["an empty form", { method: "POST", body: "", headers: FORM }, 422],
  ])("rejects %s", async (_what, init: RequestInit, status) => {
    const answer = await ask(ATLAS, init);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("Allow")).toBe(status === 405 ? "GET, HEAD, POST" : null);
  });

  // Runtime: a request that tells no length has an empty body under Node, and none elsewhere.
  test("rejects what has no body at all", async () => {
    const { port, host } = new URL(spawned.ready.hostedUrl);
    const lines = [`POST ${ATLAS} HTTP/1.1`, `Host: ${host}`, "Connection: close", "", ""];
    const wire = await openWire(Number(port), lines.join("\r\n"));
    expect(statusOf(await wire.ended())).toBe(415);
  });
});

function parts(): ReadableStream {
  let left = 40;
  return new ReadableStream({
    pull(controller) {
      if (left-- === 0) controller.close();
      else controller.enqueue(new Uint8Array(65_536));
    },
  });
}
