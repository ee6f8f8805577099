// Texts that programs mistake for something else, in every place that takes a text: paths, queries, headers,
// bodies and forms. A key stands beside them in some, which no log may show.
import naughty from "big-list-of-naughty-strings";
import { FORMS, KEY, LINK, PRODUCT, WORLD } from "./bases.ts";
import { type Base, FORM_BODY, type Input, JSON_BODY, sound } from "./input.ts";

/** A tag that no page has by itself, with every way out of a text that HTML has. */
const MARK = `"'><i id=mark7>`;
const TAGS = [
  "<script>mark7()</script>",
  `<img src=x onerror=mark7()>`,
  `'-mark7()-'"--><svg onload=mark7()>`,
];

type Place = (text: string) => Base;

const get = (to: Base["to"], target: string, headers: Base["headers"] = {}): Base => ({
  to,
  method: "GET",
  target,
  headers,
});
const ping = "/api/v1/integration/ping";
// Why: a lone surrogate is nothing that a URL could say.
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, "?"));
const form = (index: 0 | 1, body: string): Base => ({ ...(FORMS[index] as Base), body });
// Why: all that a header may hold; what it may not is for the raw inputs.
const inHeader = (text: string) =>
  Buffer.from(text)
    .toString("latin1")
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, " ")
    .trim();

const PLACES: Readonly<Record<string, Place>> = {
  "a path of the API": (text) => get("api", `/api/v1/integration/${encode(text)}`),
  "a world of the API": (text) => get("api", `/w/${encode(text)}${ping}`),
  "a query of the API": (text) =>
    get("api", `${ping}?${encode(text)}=${encode(text)}&api_key=${KEY}`, authorized(KEY)),
  "a bearer key": (text) => get("api", ping, { Authorization: `Bearer ${inHeader(text) || "x"}` }),
  "headers beside a key": (text) =>
    get("api", ping, { "X-Api-Key": KEY, "User-Agent": inHeader(text), Cookie: `k=${KEY}` }),
  "a product id": (text) => ({ ...LINK, body: JSON.stringify({ productId: text }) }),
  "a field's name": (text) => ({ ...LINK, body: JSON.stringify({ [text]: KEY, [KEY]: text }) }),
  "a product's page": (text) => get("hosted", `/p/${encode(text)}`),
  "a checkout": (text) => get("hosted", `/checkout/${encode(text)}/receipt/${encode(text)}`),
  "a page that is not there": (text) => get("hosted", `/${encode(text)}/${KEY}`),
  "a world's page": (text) => get("hosted", `/w/${encode(text)}/`),
  "a search": (text) => get("hosted", `/dashboard/products?find=${encode(text)}`),
  "a page of the dashboard": (text) => get("hosted", `/dashboard/${encode(text)}`),
  "a page of the docs": (text) => get("hosted", `/docs/${encode(text)}`),
  "a form of the docs": (text) =>
    form(0, `endpoint=checkout-links&key=${KEY}&productId=${encode(text)}`),
  "a form's field": (text) =>
    form(1, `token=${encode(text)}&${encode(text)}=1&state=${encode(text)}`),
  "a form's media type": (text) => ({
    ...form(1, "token=x"),
    headers: { ...FORM_BODY, "Content-Type": inHeader(text) || "x" },
  }),
  "a call's world": (text) => get("hosted", `/_sandbox/worlds/${encode(text)}/clock`),
  "a call's body": (text) => ({
    to: "hosted",
    method: "POST",
    target: `/_sandbox/worlds/${WORLD}/orders`,
    headers: JSON_BODY,
    body: JSON.stringify({ product: PRODUCT, amountMinor: text, ref: text, [text]: text }),
  }),
  "an origin": (text) => get("hosted", "/_sandbox/health", { Origin: inHeader(text) }),
};

/** Every text in every place. */
export function naughtyInputs(): Input[] {
  const texts = [...new Set<string>([MARK, ...TAGS, KEY, ...naughty])];
  return Object.entries(PLACES).flatMap(([place, put]) =>
    texts.map((text) =>
      sound("naughty strings", `${JSON.stringify(text)} in ${place}`, put(text), marksOf(text)),
    ),
  );
}

/** What of a text a page must not say as it is: whatever opens a tag, or leaves an attribute. */
function marksOf(text: string): string[] {
  return /<[a-z!/?]|["'][^a-z]*>/i.test(text) && text.length > 6 ? [text] : [];
}

function authorized(key: string) {
  return { Authorization: `Bearer ${key}` };
}
