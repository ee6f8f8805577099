// 400 for every body that is not an object with only a `productId` (§4.4.2). Each is sent with a valid key,
// and with a product that would otherwise get a link.
import type { Check } from "../check.ts";
import type { Body } from "../client.ts";
import { expectStatus } from "../expect.ts";
import { publishedProduct } from "../found.ts";

interface Malformed {
  readonly name: string;
  readonly title: string;
  body(id: string): Body | undefined;
}

// Contract: §4.4, the body is required and is a JSON object.
const NO_OBJECTS: readonly Malformed[] = [
  { name: "none", title: "no body", body: () => undefined },
  { name: "empty", title: "an empty body", body: () => "" },
  { name: "blank", title: "a body of white space", body: () => " \r\n\t" },
  { name: "truncated", title: "incomplete JSON", body: (id) => `{"productId":"${id}"` },
  { name: "trailing-comma", title: "a trailing comma", body: (id) => `{"productId":"${id}",}` },
  { name: "trailing-text", title: "text after the object", body: (id) => `{"productId":"${id}"}x` },
  { name: "single-quotes", title: "single quotes", body: (id) => `{'productId':'${id}'}` },
  { name: "form", title: "a form", body: (id) => `productId=${id}` },
  { name: "array", title: "an array", body: (id) => `[{"productId":"${id}"}]` },
  { name: "null", title: "null", body: () => "null" },
  { name: "string", title: "a string", body: (id) => `"${id}"` },
  { name: "number", title: "a number", body: () => "1" },
  { name: "boolean", title: "a boolean", body: () => "true" },
];

// Contract: §4.4.2, a missing or non-UUID productId.
const WRONG_IDS: readonly Malformed[] = [
  { name: "missing-id", title: "no productId", body: () => "{}" },
  {
    name: "other-case",
    title: "ProductId instead of productId",
    body: (id) => `{"ProductId":"${id}"}`,
  },
  { name: "null-id", title: "a productId of null", body: () => '{"productId":null}' },
  { name: "number-id", title: "a productId that is a number", body: () => '{"productId":12}' },
  { name: "boolean-id", title: "a productId that is a boolean", body: () => '{"productId":true}' },
  { name: "array-id", title: "a productId in an array", body: (id) => `{"productId":["${id}"]}` },
  {
    name: "object-id",
    title: "a productId in an object",
    body: (id) => `{"productId":{"id":"${id}"}}`,
  },
  { name: "empty-id", title: "an empty productId", body: () => '{"productId":""}' },
  { name: "word-id", title: "a productId that is a word", body: () => '{"productId":"atlas"}' },
  {
    name: "short-id",
    title: "a productId without its last digit",
    body: (id) => withId(id.slice(0, -1)),
  },
  { name: "long-id", title: "a productId with an extra digit", body: (id) => withId(`${id}0`) },
  {
    name: "no-hex-id",
    title: "a productId with a letter beyond f",
    body: (id) => withId(`g${id.slice(1)}`),
  },
];

// Contract: §4.4.2, extra properties.
const EXTRA_FIELDS: readonly Malformed[] = [
  {
    name: "extra-field",
    title: "a second field",
    body: (id) => `{"productId":"${id}","quantity":1}`,
  },
  {
    name: "extra-null",
    title: "a second field with null",
    body: (id) => `{"productId":"${id}","price":null}`,
  },
  {
    name: "extra-proto",
    title: "a field __proto__",
    body: (id) => `{"productId":"${id}","__proto__":{}}`,
  },
  {
    name: "extra-constructor",
    title: "a field constructor",
    body: (id) => `{"productId":"${id}","constructor":{}}`,
  },
  {
    name: "inherited-id",
    title: "a productId inside __proto__",
    body: (id) => `{"__proto__":{"productId":"${id}"}}`,
  },
];

// The specification only says "uuid". The sandbox accepts only the usual text form.
const ODD_IDS: readonly Malformed[] = [
  { name: "braces-id", title: "a productId in braces", body: (id) => withId(`{${id}}`) },
  { name: "urn-id", title: "a productId with urn:uuid:", body: (id) => withId(`urn:uuid:${id}`) },
  {
    name: "no-hyphens-id",
    title: "a productId without hyphens",
    body: (id) => withId(id.replaceAll("-", "")),
  },
  {
    name: "one-hyphen-id",
    title: "a productId with a hyphen missing",
    body: (id) => withId(id.replace("-", "")),
  },
  { name: "spaced-id", title: "a productId between spaces", body: (id) => withId(` ${id} `) },
  { name: "newline-id", title: "a productId and a line end", body: (id) => withId(`${id}\n`) },
];

// Contract: §7 lists 400, but not 413 or 415, so these are invalid input too.
const EXTREMES: readonly Malformed[] = [
  { name: "not-utf-8", title: "bytes that are not UTF-8", body: notUtf8 },
  {
    name: "large",
    title: "a body of three megabytes",
    body: (id) => `{"productId":"${id}","padding":"${"x".repeat(3_000_000)}"}`,
  },
  {
    name: "deep",
    title: "twenty thousand nested brackets",
    body: () => `{"productId":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
  },
  { name: "deep-open", title: "twenty thousand open brackets", body: () => "[".repeat(20_000) },
];

export const bodiesChecks: readonly Check[] = [
  ...checksOf([...NO_OBJECTS, ...WRONG_IDS, ...EXTRA_FIELDS], "4.4"),
  ...checksOf([...ODD_IDS, ...EXTREMES]),
];

function checksOf(all: readonly Malformed[], section?: string): Check[] {
  return all.map(({ name, title, body }) => ({
    id: `body-${name}`,
    section,
    title: `checkout-links returns 400 to ${title}`,
    async run(client) {
      const { id } = await publishedProduct(client);
      expectStatus(await client.post(body(id), { key: "full" }), 400);
    },
  }));
}

function withId(productId: string): string {
  return JSON.stringify({ productId });
}

// Why: a server that replaces the invalid byte and uses the last of two fields finds a valid productId.
function notUtf8(id: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(`{"productId":"?","productId":"${id}"}`);
  bytes[bytes.indexOf(0x3f)] = 0xff;
  return bytes;
}
