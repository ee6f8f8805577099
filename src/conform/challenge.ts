// The challenge that comes with a refused key: `WWW-Authenticate: Bearer` and its parameters, as
// RFC 6750 has them.
import type { Answer } from "./exchange.ts";
import { expectHeader, expectSame } from "./expect.ts";
import { Mismatch } from "./mismatch.ts";

/** Expects a bearer challenge with these parameters; undefined is a parameter that is not there. */
export function expectChallenge(
  answer: Answer,
  expected: Readonly<Record<string, string | undefined>>,
): void {
  const header = expectHeader(answer, "WWW-Authenticate");
  if (!/^Bearer(?: |$)/.test(header)) {
    throw new Mismatch(`a Bearer challenge with the ${answer.status} to ${answer.request}`, header);
  }
  const params = new Map([...header.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, k, val]) => [k, val]));
  for (const [name, value] of Object.entries(expected)) {
    const what = `${name} in the challenge of the ${answer.status} to ${answer.request}`;
    expectSame(what, params.get(name) ?? "absent", value ?? "absent");
  }
}
