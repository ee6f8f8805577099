// How large a body may be: 64 KiB, and of a larger one no more is read than shows it.
import { describe, expect, test } from "bun:test";
import { bodyFor, errorText, IDS, sandbox } from "../support/sandbox.ts";

const key = "mst_acme_links";
const LIMIT = 65_536;
const GOOD = bodyFor(IDS.atlas);

const TOO_LARGE = { path: "", message: "The body is larger than 65536 bytes." };
const BROKE_OFF = { path: "", message: "The body is incomplete." };

const padded = (length: number) => GOOD.padEnd(length, " ");
const encode = (text: string) => new Uint8Array(new TextEncoder().encode(text));

/** Makes a body of chunks, each handed out when it is asked for, and counts them. */
function streamOf(chunks: readonly Uint8Array[], onCancel?: () => void) {
  const pulled = { bytes: 0, cancelled: false };
  let next = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[next++];
        if (chunk === undefined) return controller.close();
        pulled.bytes += chunk.length;
        controller.enqueue(chunk);
      },
      cancel() {
        pulled.cancelled = true;
        onCancel?.();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, pulled };
}

const chunked = (bytes: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.slice(n * size, (n + 1) * size),
  );

async function expectIssue(
  sending: Promise<{ status: number; text: string; id: string }>,
  issue: object,
) {
  const { status, text, id } = await sending;
  expect(status).toBe(400);
  expect(text).toBe(errorText("invalid_request", "The request is invalid.", id, [issue]));
}

describe.each([
  ["with Content-Length", (length: number) => ({ "Content-Length": `${length}` })],
  ["without Content-Length", () => ({})],
])("a body %s", (_name, headersFor) => {
  const send = (bytes: Uint8Array, size = 4_096) => {
    const { body, pulled } = streamOf(chunked(bytes, size));
    const headers = headersFor(bytes.length);
    return { pulled, response: sandbox().call("checkout-links", { key, body, headers }) };
  };

  test("of 65 536 bytes is read", async () => {
    for (const size of [1_000, LIMIT]) {
      expect((await send(encode(padded(LIMIT)), size).response).status).toBe(201);
    }
  });

  test("of 65 537 bytes is rejected", async () => {
    for (const size of [1_000, LIMIT]) {
      await expectIssue(send(encode(padded(LIMIT + 1)), size).response, TOO_LARGE);
    }
  });

  test("is counted in bytes, not in letters", async () => {
    const body = encode(`{"productId":"${"€".repeat(LIMIT / 3)}"}`);
    await expectIssue(send(body).response, TOO_LARGE);
  });

  test("that comes a byte at a time is read, letters of several bytes too", async () => {
    const body = encode(bodyFor("€😀"));
    const issue = { path: "productId", message: "This field must be a UUID." };
    await expectIssue(send(body, 1).response, issue);
    expect((await send(encode(GOOD), 1).response).status).toBe(201);
  });

  test("of 3 MB is read only a little beyond 64 KiB", async () => {
    const { response, pulled } = send(encode(padded(3_000_000)));
    await expectIssue(response, TOO_LARGE);
    expect(pulled.bytes).toBeLessThanOrEqual(LIMIT + 2 * 4_096);
  });
});

test("a body whose Content-Length is too large is rejected without being read", async () => {
  const { body, pulled } = streamOf([encode(GOOD)]);
  const headers = { "Content-Length": "65537" };
  await expectIssue(sandbox().call("checkout-links", { key, body, headers }), TOO_LARGE);
  expect(pulled.bytes).toBe(0);
});

test("a body without an end is cancelled, even if that fails", async () => {
  const endless = Array.from({ length: 1_000 }, () => encode(" ".repeat(1_024)));
  const { body, pulled } = streamOf(endless, () => {
    throw new Error("does not stop");
  });
  await expectIssue(sandbox().call("checkout-links", { key, body }), TOO_LARGE);
  expect(pulled.cancelled).toBe(true);
});

test("a body that is rejected for another reason is not read", async () => {
  const { call } = sandbox();
  for (const options of [{}, { key: "mst_acme_none" }, { key: "mst_acme_noaccess" }]) {
    const { body, pulled } = streamOf([encode(GOOD)]);
    expect((await call("checkout-links", { ...options, body })).status).toBeOneOf([401, 403]);
    expect(pulled.bytes).toBe(0);
  }
});

describe("a body that breaks off is rejected as bad input, not as a bug", () => {
  const broken = (after: number) => {
    let sent = 0;
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ === after) controller.error(new Error("the client went away"));
        else controller.enqueue(encode(" "));
      },
    });
  };

  test.each([
    ["at once", 0, {}],
    ["half-way", 3, {}],
    ["at once, with Content-Length", 0, { "Content-Length": "90" }],
    ["half-way, with Content-Length", 3, { "Content-Length": "90" }],
  ])("%s", async (_name, after, headers) => {
    const { call, records } = sandbox();
    await expectIssue(call("checkout-links", { key, body: broken(after), headers }), BROKE_OFF);
    expect(records.map(({ status, stack }) => [status, stack])).toEqual([[400, undefined]]);
  });

  test("if something else has read it", async () => {
    const { api } = sandbox();
    const request = new Request("http://sandbox.test/api/v1/integration/checkout-links", {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: GOOD,
    });
    await request.text();
    expect((await api.fetch(request)).status).toBe(400);
  });
});
