// The control API reference: each operation is on the page with everything in its description, and each command
// works when it is pasted.
import { describe, expect, test } from "bun:test";
import type { ControlOperation } from "../../../src/contract/openapi/control-document.ts";
import { describeControl, namesIn } from "../../../src/control/openapi.ts";
import { createSandbox, type Sandbox } from "../../../src/library/library.ts";
import { changeWorld } from "../../../src/world/changes/overlay.ts";
import { NOW, sandbox } from "../../support/sandbox.ts";
import { type DocsPage, missing, openControl, openDocs, requestOfCurl } from "./read.ts";

const embedded = () => createSandbox({ systemTime: () => NOW });

const describeFor = ({ worlds }: Sandbox) =>
  describeControl({
    version: "0",
    hostedUrl: "http://127.0.0.1:4701",
    secured: false,
    names: namesIn(worlds.default, []),
  });

const DOCUMENT = describeFor(embedded());
const CALLS = Object.entries(DOCUMENT.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(
    ([method, operation]): [name: string, route: string, ControlOperation] => [
      operation.operationId,
      `${method.toUpperCase()} ${path}`,
      operation,
    ],
  ),
);

/** The section of a page from a heading to the next heading of the same level. */
function sectionOf({ html }: DocsPage, id: string): string {
  const from = html.indexOf(`<h2 id="${id}"`);
  const to = html.indexOf("<h2 id=", from + 1);
  return html.slice(from, to === -1 ? undefined : to);
}

/** The names and the descriptions of the fields in a schema, wherever they are in it. */
function statementsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === "properties" ? Object.keys(Object(value)) : []),
    ...(key === "description" && typeof value === "string" ? [value] : []),
    ...statementsOf(value),
  ]);
}

const whole = await openControl(embedded());
const plainText = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, " ");

describe("the page", () => {
  test("shows the introduction of the description", () => {
    const { info, tags } = DOCUMENT;
    const said = [
      info.description,
      ...tags.flatMap(({ name, description }) => [name, description]),
    ];
    expect([whole.status, missing(whole.text, said)]).toEqual([200, []]);
  });

  test.each(CALLS)("has the whole content of %s", (name, route, operation) => {
    const { summary, description, parameters = [], requestBody, responses } = operation;
    const text = plainText(sectionOf(whole, name));
    const filters = parameters.filter((parameter) => parameter.in === "query");
    const said = [
      ...[summary, route, description],
      ...filters.flatMap((filter) => [filter.name, filter.schema.description]),
      ...statementsOf(requestBody),
      ...Object.keys(responses).filter((status) => status !== "default"),
    ];
    expect(missing(text, said)).toEqual([]);
    for (const { description } of Object.values(responses).slice(1)) {
      expect(missing(`${text} ${whole.rows.flat().join(" ")}`, [description])).toEqual([]);
    }
    const success = JSON.stringify(Object.values(responses)[0]?.content ?? {});
    for (const [, type] of success.matchAll(/schemas\/(\w+)/g)) {
      expect(sectionOf(whole, name)).toContain(`<a href="schemas#${type}">${type}</a>`);
    }
  });

  test.each(Object.entries(DOCUMENT.components.schemas))("has all fields of %s", (name, schema) => {
    expect(missing(plainText(sectionOf(whole, name)), statementsOf(schema))).toEqual([]);
  });
});

describe("pasted commands", () => {
  /** Sends each command of a page in order, and returns the status code of each response. */
  async function pasteAll(made: Sandbox, page: DocsPage, variables = {}) {
    const statuses: Record<string, number> = {};
    for (const [name] of CALLS) {
      const line = page.blocks.filter(({ language }) => language === "curl")[
        CALLS.findIndex(([n]) => n === name)
      ];
      const response = await made.hosted.fetch(requestOfCurl(line?.text ?? "", variables));
      statuses[name] = response.status;
      await response.body?.cancel();
    }
    return statuses;
  }

  const SUCCESSES = Object.fromEntries(
    CALLS.map(([name, , { responses }]) => [
      name,
      Number(Object.keys(responses).find((s) => s < "3")),
    ]),
  );
  // Why: the world was reset by then, and remembers no request.
  const PASTED = { ...SUCCESSES, replayRequest: 404 };

  test.each(["default", "flaky", "empty-catalog", "sandbox-closed"])(
    "work in the world %s",
    async (world) => {
      const made = embedded();
      const page = await openControl(made, world === "default" ? "" : `/w/${world}`);
      expect(page.text.match(/This world has no [^.]*/g)).toEqual(["This world has no request"]);
      expect(page.html).toContain(`/_sandbox/worlds/${world}/clock`);
      expect(await pasteAll(made, page)).toEqual(PASTED);
    },
  );

  test("send the last request of the world again", async () => {
    const made = embedded();
    await made.api.fetch(new Request("http://127.0.0.1:4700/api/v1/integration/ping"));
    const page = await openControl(made);
    expect(page.text).not.toContain("This world has no");
    const line = page.blocks.find(({ text }) => text.includes("/replay"))?.text ?? "";
    expect((await made.hosted.fetch(requestOfCurl(line, {}))).status).toBe(201);
  });

  test("carry the token from the environment if one is set", async () => {
    const made = createSandbox({ systemTime: () => NOW, controlToken: "s3cret" });
    const headers = { Authorization: "Bearer s3cret" };
    const hosted = {
      fetch: (request: Request) => {
        for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
        return made.hosted.fetch(request);
      },
    };
    const page = await openControl({ hosted });
    expect(page.html).not.toContain("s3cret");
    expect(missing(page.text, ["This sandbox requires a control token."])).toEqual([]);
    const lines = page.blocks.filter(({ language }) => language === "curl");
    const free = lines.filter(({ text }) => !text.includes("Authorization"));
    expect(free.map(({ text }) => text)).toEqual(["curl 'http://127.0.0.1:4701/_sandbox/health'"]);
    const variables = { MERCHANT_SANDBOX_CONTROL_TOKEN: "s3cret" };
    expect(await pasteAll(made, page, variables)).toEqual(PASTED);
    const without = await pasteAll(made, page);
    expect(Object.entries(without).filter(([, status]) => status !== 401)).toEqual([
      ["getHealth", 200],
    ]);
  });

  test("say what is missing in the world", async () => {
    const page = await openControl(sandbox({ seeds: "merchants: []" }));
    const notes = ["no key", "no product", "no order", "no body example"];
    expect(notes.filter((note) => !page.text.includes(`This world has ${note}`))).toEqual([]);
    expect(page.html).toContain("/_sandbox/worlds/default/keys/KEY/revoke");
  });
});

test("only those who may use the control API see the references", async () => {
  const foreign = { Origin: "https://evil.test" };
  const made = createSandbox({ host: "127.0.0.1", controlToken: "s3cret" });
  for (const path of [
    "/docs",
    "/docs/control",
    "/docs/docs.css",
    "/docs/docs.js",
    "/docs/nothing",
  ]) {
    const statusFor = async (headers: Record<string, string>) => {
      const request = new Request(`http://127.0.0.1:4701${path}`, { headers });
      return (await made.hosted.fetch(request)).status;
    };
    const login = { Authorization: `Basic ${btoa(":s3cret")}`, Host: "127.0.0.1:4701" };
    expect([path, await statusFor({ Host: "127.0.0.1:4701" })]).toEqual([path, 401]);
    expect([path, await statusFor({ Host: "evil.test" })]).toEqual([path, 403]);
    expect([path, await statusFor({ ...login, ...foreign })]).toEqual([path, 403]);
    expect([path, await statusFor(login)]).toEqual([path, path === "/docs/nothing" ? 404 : 200]);
  }
});

test.each([{ drop: "before" as const }, { delay: "1h" }])(
  "a sample is taken without the fault %o of the world",
  async (fault) => {
    const made = sandbox();
    changeWorld(made.worlds.default, { faults: [fault] });
    const { status, text } = await openDocs(made, "/docs/control/faults");
    expect(status).toBe(200);
    expect(text).toContain(`"${Object.keys(fault)[0]}": "${Object.values(fault)[0]}"`);
    expect((await openDocs(made, "/docs/control/requests")).status).toBe(200);
  },
);
