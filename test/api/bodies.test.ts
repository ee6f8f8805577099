// Bodies that are no good: 400 with the issues, whatever is sent, and never anything worse.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { bodyFor, errorText, IDS, sandbox } from "../support/sandbox.ts";

const key = "mst_acme_links";
const GOOD = bodyFor(IDS.atlas);

/** A body that is good but for its productId, with white space wherever JSON allows them. */
const SPACED_OUT = new RegExp(
  String.raw`^ \{ "productId" : "([\da-fA-F-]+)" \} $`.replaceAll(" ", "[ \\t\\r\\n]*"),
);

const NOT_AN_OBJECT = { path: "", message: "The body must be a JSON object." };
const NOT_JSON = { path: "", message: "The body is not JSON." };
const NOT_UTF8 = { path: "", message: "The body is not UTF-8." };
const EMPTY = { path: "", message: "The body is empty." };
const REQUIRED = { path: "productId", message: "This field is required." };
const NO_UUID = { path: "productId", message: "This field must be a UUID." };
const unknown = (path: string) => ({ path, message: "Unknown field." });

const deep = (open: string, close: string) => open.repeat(20_000) + close.repeat(20_000);
const bytes = (...values: number[]) => Uint8Array.from(values);

const CASES: readonly (readonly [
  name: string,
  body: string | Uint8Array<ArrayBuffer>,
  ...object[],
])[] = [
  ["nothing", "", EMPTY],
  ["blanks", " \r\n\t ", EMPTY],
  ["null", "null", NOT_AN_OBJECT],
  ["a boolean", "true", NOT_AN_OBJECT],
  ["a number", "1", NOT_AN_OBJECT],
  ["a string", `"${IDS.atlas}"`, NOT_AN_OBJECT],
  ["an empty array", "[]", NOT_AN_OBJECT],
  ["an array of good bodies", `[${GOOD}]`, NOT_AN_OBJECT],
  ["a form", `productId=${IDS.atlas}`, NOT_JSON],
  ["two bodies", GOOD + GOOD, NOT_JSON],
  ["a trailing comma", GOOD.replace("}", ",}"), NOT_JSON],
  ["single quotes", GOOD.replaceAll('"', "'"), NOT_JSON],
  ["a comment", `${GOOD}// good`, NOT_JSON],
  ["NaN", '{"productId":NaN}', NOT_JSON],
  ["a byte order mark", `\ufeff${GOOD}`, NOT_JSON],
  ["20 000 open brackets", "[".repeat(20_000), NOT_JSON],
  ["20 000 nested arrays", deep("[", "]"), NOT_AN_OBJECT],
  ["20 000 nested arrays as productId", `{"productId":${deep("[", "]")}}`, NO_UUID],
  ["9 000 nested objects", `{"productId":${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}}`, NO_UUID],
  ["a byte that is not UTF-8", bytes(0x7b, 0xff, 0x7d), NOT_UTF8],
  ["UTF-8 that breaks off", bytes(0x22, 0xe2, 0x82), NOT_UTF8],
  ["UTF-16", new Uint8Array(Buffer.from(`\ufeff${GOOD}`, "utf16le")), NOT_UTF8],
  ["an empty object", "{}", REQUIRED],
  ["productId in another case", `{"productid":"${IDS.atlas}"}`, REQUIRED, unknown("productid")],
  ["productId null", '{"productId":null}', NO_UUID],
  ["productId a number", '{"productId":12}', NO_UUID],
  ["productId an object", `{"productId":${GOOD}}`, NO_UUID],
  ["productId an array", `{"productId":["${IDS.atlas}"]}`, NO_UUID],
  ["productId empty", bodyFor(""), NO_UUID],
  ["productId a word", bodyFor("ATLAS-1"), NO_UUID],
  ["productId in braces", bodyFor(`{${IDS.atlas}}`), NO_UUID],
  ["productId a URN", bodyFor(`urn:uuid:${IDS.atlas}`), NO_UUID],
  ["productId without hyphens", bodyFor(IDS.atlas.replaceAll("-", "")), NO_UUID],
  ["productId without one hyphen", bodyFor(IDS.atlas.replace("-", "")), NO_UUID],
  ["productId with misplaced hyphens", bodyFor("a71a-50000000-4000-8000-000000000001"), NO_UUID],
  ["productId between blanks", bodyFor(` ${IDS.atlas} `), NO_UUID],
  ["productId and a line end", bodyFor(`${IDS.atlas}\n`), NO_UUID],
  ["productId with a g", bodyFor(IDS.atlas.replace("a", "g")), NO_UUID],
  ["productId in fullwidth digits", bodyFor(IDS.atlas.replaceAll("0", "０")), NO_UUID],
  ["productId twice, the last bad", GOOD.replace("}", ',"productId":1}'), NO_UUID],
  ["a field too many", GOOD.replace("}", ',"quantity":1}'), unknown("quantity")],
  ["a field too many that is null", GOOD.replace("}", ',"price":null}'), unknown("price")],
  ["a field without a name", GOOD.replace("}", ',"":1}'), unknown("")],
  ["a field whose name is an index", GOOD.replace("}", ',"0":1}'), unknown("0")],
  ["__proto__", GOOD.replace("}", ',"__proto__":{}}'), unknown("__proto__")],
  ["constructor", GOOD.replace("}", ',"constructor":{}}'), unknown("constructor")],
  ["toString", GOOD.replace("}", ',"toString":1}'), unknown("toString")],
  ["an inherited productId", `{"__proto__":${GOOD}}`, REQUIRED, unknown("__proto__")],
  [
    "three fields too many",
    GOOD.replace("}", ',"a":1,"b":2,"__proto__":3}'),
    ...["a", "b", "__proto__"].map(unknown),
  ],
  [
    "more fields too many than are named",
    GOOD.replace("}", `${Array.from({ length: 200 }, (_none, n) => `,"f${n}":1`).join("")}}`),
    ...Array.from({ length: 100 }, (_none, n) => unknown(`f${n}`)),
  ],
  ["two things wrong", '{"productId":1,"price":2}', NO_UUID, unknown("price")],
];

/** The headers of a body that tells how long it is, as clients send nearly all of them. */
const measured = (body: string | Uint8Array) => ({
  "Content-Type": "application/json",
  "Content-Length": `${Buffer.byteLength(body)}`,
});

describe.each([
  ["with a Content-Length", measured],
  ["of any length", undefined],
])("a body %s is rejected with its issues:", (_told, headersOf) => {
  test.each(CASES)("%s", async (_name, body, ...issues) => {
    const headers = headersOf && { headers: headersOf(body) };
    const sent = { key, body, ...headers };
    const { id, text, ...rest } = await sandbox().call("checkout-links", sent);
    expect(text).toBe(errorText("invalid_request", "The request is invalid.", id, issues));
    expect(rest).toEqual({
      status: 400,
      headers: { "cache-control": "no-store", "content-type": "application/json" },
    });
  });
});

test("a request without a body is rejected like one with an empty body", async () => {
  const headers = { "Content-Type": "application/json" };
  const { status, text, id } = await sandbox().call("checkout-links", { key, headers });
  expect(status).toBe(400);
  expect(text).toBe(errorText("invalid_request", "The request is invalid.", id, [EMPTY]));
});

/** Sends a body and expects 400 with at least one issue, and no bug in the record. */
async function expectRefused(body: string | Uint8Array<ArrayBuffer>) {
  const { call, records } = sandbox();
  const headers = measured(body);
  const { status, text } = await call("checkout-links", { key, body, headers });
  const issue = { path: expect.any(String), message: expect.stringMatching(/^[A-Z].*\.$/s) };
  expect(status).toBe(400);
  expect(JSON.parse(text).error.issues).toContainEqual(issue);
  expect(records.pop()?.stack).toBeUndefined();
}

describe("the response is 400", () => {
  test("to any JSON value that is not a valid body", async () => {
    const field = fc.oneof(fc.constantFrom("productId", "__proto__", "constructor"), fc.string());
    const value = fc.oneof(fc.jsonValue(), fc.dictionary(field, fc.jsonValue()));
    await fc.assert(fc.asyncProperty(value, (any) => expectRefused(JSON.stringify(any))));
  });

  test("to any bytes", async () => {
    const any = fc.uint8Array({ maxLength: 200 }).map((values) => new Uint8Array(values));
    await fc.assert(fc.asyncProperty(any, expectRefused));
  });

  test("to any text", async () => {
    await fc.assert(fc.asyncProperty(fc.string({ unit: "binary" }), expectRefused));
  });

  test("to a valid body that is cut anywhere", async () => {
    for (let end = 0; end < GOOD.length; end++) await expectRefused(GOOD.slice(0, end));
    for (let start = 1; start < GOOD.length; start++) await expectRefused(GOOD.slice(start));
  });

  test("or 404 or 201 to a valid body with one character changed, and nothing else", async () => {
    const at = fc.integer({ min: 0, max: GOOD.length - 1 });
    await fc.assert(
      fc.asyncProperty(at, fc.string({ unit: "binary", maxLength: 2 }), async (index, text) => {
        const { call } = sandbox();
        const body = GOOD.slice(0, index) + text + GOOD.slice(index + 1);
        const { status } = await call("checkout-links", { key, body });
        const id = SPACED_OUT.exec(body)?.[1] ?? "";
        const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);
        const known = id.toLowerCase() === IDS.atlas;
        expect([body, status]).toEqual([body, known ? 201 : uuid ? 404 : 400]);
      }),
    );
  });
});
