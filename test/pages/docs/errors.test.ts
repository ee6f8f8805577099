// The errors page: each error has its causes, and what it sends to show a cause gets that error.
import { describe, expect, test } from "bun:test";
import { ERRORS } from "../../../src/contract/errors.ts";
import { createSandbox } from "../../../src/library/library.ts";
import { NOW, sandbox } from "../../support/sandbox.ts";
import { missing, openDocs, textOf } from "./read.ts";

const embedded = () => createSandbox({ systemTime: () => NOW });

/** The causes that a page offers to try. */
const causesOn = (html: string) =>
  Array.from(html.matchAll(/name="cause" value="([^"]+)"/g), ([, id = ""]) => id);

test("has an entry with an anchor for each error, which the API's reference links to", async () => {
  const made = embedded();
  const { html, text } = await openDocs(made, "/docs/errors");
  const { html: reference } = await openDocs(made, "/docs");
  for (const [code, { status, message }] of Object.entries(ERRORS)) {
    expect(html).toContain(`<h2 id="${code}">${status} <code>${code}</code>`);
    expect(reference).toContain(`href="/docs/errors#${code}"`);
    expect(missing(text, [message])).toEqual([]);
  }
  expect(html).toContain('<h2 id="dropped">No response <code>dropped</code>');
});

describe("a cause", () => {
  const made = embedded();

  test.each(["default", "rate-limited", "sandbox-closed", "expired-key"])(
    "that the world %s can show gets its error, and the reason",
    async (world) => {
      const root = `/w/${world}`;
      const { html } = await openDocs(made, `${root}/docs/errors`);
      const causes = causesOn(html);
      expect(causes).toContain("unauthorized-none");
      for (const cause of causes) {
        // Why: what is tried uses tokens and faults up.
        await made.handle(world).reset();
        const page = await openDocs(made, `${root}/docs/try`, { cause });
        const [name = ""] = cause.split("-");
        const { status, message } = ERRORS[name as keyof typeof ERRORS];
        expect([cause, page.text.includes(`${status} `), page.text.includes(message)]).toEqual([
          cause,
          true,
          true,
        ]);
        expect(textOf(/<p class="notice warn">.*?<\/p>/s.exec(page.html)?.[0] ?? "")).toStartWith(
          "Why ",
        );
      }
    },
  );

  test("of each kind is shown in the embedded seeds", async () => {
    const { html } = await openDocs(made, "/docs/errors");
    expect(causesOn(html)).toEqual([
      ...["invalid_request-id", "invalid_request-field"],
      ...["unauthorized-none", "unauthorized-unknown", "unauthorized-expired"],
      ...["unauthorized-revoked", "sandbox_access_unavailable-key", "insufficient_scope-key"],
      ...[
        "product_not_found-unknown",
        "product_not_found-unpublished",
        "product_not_found-foreign",
      ],
      ...["route_not_found-path", "method_not_allowed-method", "rate_limit_exceeded-bucket"],
    ]);
  });

  test("of a fault is shown if it exists", async () => {
    const faulty = sandbox();
    await faulty.handle("default").faults.set([
      { endpoint: "orders", key: "mst_acme_reads", respond: 503 },
      { endpoint: "products", drop: "before" },
    ]);
    const { html, text } = await openDocs(faulty, "/docs/errors");
    expect(causesOn(html)).toEqual(
      expect.arrayContaining(["service_unavailable-fault", "dropped-fault"]),
    );
    const dropped = await openDocs(faulty, "/docs/try", { cause: "dropped-fault" });
    expect(missing(text, ["This world has 2 faults"])).toEqual([]);
    expect(dropped.text).toContain("The connection was closed before a response arrived.");
    const late = await openDocs(faulty, "/docs/try", { cause: "service_unavailable-fault" });
    expect(missing(late.text, ["503 Service Unavailable", "mst_acme_reads"])).toEqual([]);
  });

  test("that the world lacks says so, and is not sent", async () => {
    const empty = sandbox({ seeds: "merchants: [{ slug: acme }]" });
    const { html, text } = await openDocs(empty, "/docs/errors");
    expect(missing(text, ["No key of this world is revoked."])).toEqual([]);
    expect(causesOn(html)).toEqual([
      ...["unauthorized-none", "unauthorized-unknown", "route_not_found-path"],
      "method_not_allowed-method",
    ]);
    for (const cause of ["unauthorized-revoked", "nothing", ""]) {
      expect((await openDocs(empty, "/docs/try", { cause })).status).toBe(400);
    }
    expect(empty.records).toEqual([]);
  });
});

test("a request on the dashboard links to its error", async () => {
  const made = sandbox();
  await made.call("orders", { key: "mst_acme_links" });
  const [entry] = made.worlds.default.journal.list();
  const { html } = await openDocs(made, `/dashboard/requests/${entry?.id}`);
  expect(html).toContain('href="/docs/errors#insufficient_scope"');
});
