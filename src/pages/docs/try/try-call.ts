// Tries the control API: sends a form's request as a program would, with the login of the reader.
import * as v from "valibot";
import type { ControlDocument } from "../../../contract/openapi/control-document.ts";
import { headersOf } from "../../code/sent-request.ts";
import { type CallValues, type DocumentedCall, fillCall, isStream, listCalls } from "../calls.ts";
import { readWhole, type SendRequest, type TryOutcome } from "./try.ts";

const CallSchema = v.objectWithRest({ call: v.string() }, v.string());

interface CallTry {
  readonly call: DocumentedCall;
  readonly values: CallValues;
}

/** Reads a form; undefined if it is not one of an operation that can be tried. */
export function readCall(form: unknown, document: ControlDocument): CallTry | undefined {
  const { success, output } = v.safeParse(CallSchema, form);
  if (!success) return undefined;
  const { call: name, ...values } = output;
  const call = listCalls(document).find(({ operationId }) => operationId === name);
  return call && !isStream(call) ? { call, values } : undefined;
}

/** Sends the request; `page` is the request that brought the form. */
export async function tryCall(
  { call, values }: CallTry,
  server: string,
  page: Request,
  send: SendRequest,
): Promise<TryOutcome> {
  const { method, path, body } = fillCall(call, values);
  const headers = new Headers(headersOf(undefined, body));
  // Why: the guard of the control API asks again.
  for (const name of ["host", "authorization"]) {
    const value = page.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const started = performance.now();
  const url = new URL(path, page.url);
  const received = await readWhole(
    await send(new Request(url, { method, headers, body: body ?? null })),
  );
  const ms = performance.now() - started;
  const sent = { method, url: server + path, headers: headersOf(undefined, body) };
  return { sent: { ...sent, ...(body !== undefined && { text: body }) }, ...received, ms };
}
