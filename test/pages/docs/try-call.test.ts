// The control API on its pages: samples that change nothing, and forms that do what they say.
import { describe, expect, test } from "bun:test";
import { createSandbox } from "../../../src/library/library.ts";
import { NOW, sandbox, type TestSandbox } from "../../support/sandbox.ts";
import { CONTROL_PATHS, HOSTED, missing, openControl, openDocs } from "./read.ts";

describe("sample responses", () => {
  test("exist for each operation that has a body, and change nothing", async () => {
    const made = createSandbox({ systemTime: () => NOW });
    const { revision } = made.worlds.default;
    const names = made.worlds.names();
    const page = await openControl(made);
    const without = page.html
      .split("<h2 id=")
      .filter((section) => section.includes('class="route"'))
      .filter((section) => !section.includes("<figcaption>Sample response 20"))
      .map((section) => /^"(\w+)"/.exec(section)?.[1]);
    expect(without).toEqual(["dropWorld", "clearRequests", "followRequests"]);
    expect([made.worlds.default.revision, made.worlds.names()]).toEqual([revision, names]);
    expect(made.worlds.default.journal.list()).toEqual([]);
  });

  test("show the current world, also one that a test has created", async () => {
    const made = sandbox();
    const handle = await made.world({ name: "mine" });
    await handle.keys.create({ key: "mst_made_now", merchant: "acme" });
    const page = await openDocs(made, "/w/mine/docs/control/keys");
    const samples = page.blocks.filter(({ caption }) => caption.startsWith("Sample response"));
    expect(samples.map(({ caption }) => caption)).toContain("Sample response 200 (shortened)");
    expect(samples.map(({ text }) => text).join()).toContain("mst_made_now");
  });
});

describe("a form", () => {
  const send = (made: Pick<TestSandbox, "hosted">, form: Record<string, string>) =>
    openDocs(made, "/docs/try", form);

  test("sends the operation, and shows the response and the same request as code", async () => {
    const made = sandbox();
    const page = await send(made, { call: "makeWorld", body: '{ "name": "tried" }' });
    expect(
      missing(page.text, ["201 Created", '"name": "tried"', "Same request with curl"]),
    ).toEqual([]);
    expect(made.worlds.names()).toContain("tried");
    const dropped = await send(made, { call: "dropWorld", "path.world": "tried" });
    expect(missing(dropped.text, ["204 No Content"])).toEqual([]);
    expect(made.worlds.names()).not.toContain("tried");
  });

  test("sends filters, and escapes what is in the path", async () => {
    const made = sandbox();
    await made.call("ping", { key: "mst_acme_full" });
    await made.call("ping", { key: "mst_nobody" });
    const listed = await send(made, {
      call: "listRequests",
      "path.world": "default",
      "query.status": "4xx",
    });
    expect(listed.text).toContain('"status": 401');
    expect(listed.text).not.toContain('"status": 200');
    const missed = await send(made, { call: "getWorld", "path.world": "../x?y" });
    expect(missing(missed.text, ["404 Not Found", "There is no world called", "../x?y"])).toEqual(
      [],
    );
  });

  test("shows the problem that a call gets", async () => {
    const page = await send(sandbox(), {
      call: "setClock",
      "path.world": "default",
      body: '{"now":1}',
    });
    expect(missing(page.text, ["422 Unprocessable", "/now"])).toEqual([]);
  });

  test.each([
    { call: "nothing" },
    { call: "followRequests", "path.world": "default" },
    { call: "" },
  ])("%p is not sent", async (form) => {
    expect((await send(sandbox(), form)).status).toBe(400);
  });

  test("is sent with the login of the reader, and rejected without one", async () => {
    const made = sandbox({ controlToken: "a-token-of-16-characters" });
    const ask = (headers: Record<string, string>) =>
      made.hosted.fetch(
        new Request(`${HOSTED}/docs/try`, {
          method: "POST",
          headers: { Origin: HOSTED, ...headers },
          body: new URLSearchParams({ call: "listWorlds" }),
        }),
      );
    expect((await ask({})).status).toBe(401);
    const Authorization = `Basic ${btoa("me:a-token-of-16-characters")}`;
    const html = await (await ask({ Authorization })).text();
    expect(html).toContain("200 OK");
    expect(html).not.toContain("a-token-of-16-characters");
  });

  test("is on the page of each operation except a stream", async () => {
    const made = sandbox();
    for (const path of CONTROL_PATHS) {
      const { html } = await openDocs(made, path);
      const routes = html.match(/class="route"/g)?.length ?? 0;
      const forms = html.match(/name="call"/g)?.length ?? 0;
      expect([path, forms]).toEqual([path, routes - (path.endsWith("requests") ? 1 : 0)]);
    }
  });
});

test("a call whose body is an overlay says so", async () => {
  const { html } = await openDocs(sandbox(), "/docs/control/worlds");
  const [section = ""] = html.split('<h2 id="changeWorld">')[1]?.split("<h2 ") ?? [];
  expect(section).toContain("The body has the fields of a");
  expect(section).not.toContain("No body fields.");
});
