// The answers that a bare server on Bun is given, told apart by method, URL and key, as Bun sends them at the
// least cost: a copy of headers, and of a long body a blob.
import type { Recorded } from "../requests.ts";

export interface Prepared {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Blob;
}

const answers = new Map<string, Map<string, Map<string, Prepared>>>();

/** Prepares the answers that stand in the arguments, for an address. */
export function prepareAnswers(baseUrl: string): void {
  for (const [method, path, key, answer] of JSON.parse(process.argv[2] ?? "[]")) {
    const byUrl = answers.get(method) ?? new Map();
    const byKey = byUrl.get(baseUrl + path) ?? new Map();
    answers.set(method, byUrl.set(baseUrl + path, byKey.set(key, prepare(answer))));
  }
}

/** Finds what answers a request. */
export function findAnswer({ method, url, headers }: Request): Prepared | undefined {
  const key = headers.get("authorization") ?? "";
  return answers.get(method)?.get(url)?.get(key);
}

function prepare({ status, headers, body }: Recorded): Prepared {
  const long = body.length > 1_000;
  return { status, headers: new Headers(headers), body: long ? new Blob([body]) : body };
}
