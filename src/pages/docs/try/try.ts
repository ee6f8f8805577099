// Tries the API: sends a form's request as a client would. It uses a token, meets faults and is recorded in the
// journal, which explains errors.
import * as v from "valibot";
import { ENDPOINT_NAMES, ENDPOINTS } from "../../../contract/endpoints.ts";
import { headersOf, type SentRequest } from "../../code/sent-request.ts";
import type { PageEnv } from "../../layout/page-env.ts";
import type { Cause, CauseRequest } from "../errors/cause.ts";
import { listCauses } from "../errors/causes.ts";

/** Sends a request, to the API or to the control API. */
export type SendRequest = (request: Request) => Response | Promise<Response>;

const TrySchema = v.strictObject({
  endpoint: v.picklist(ENDPOINT_NAMES),
  key: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{0,256}$/)),
  productId: v.exactOptional(v.pipe(v.string(), v.maxLength(1_000))),
});
/** The values of a form. An empty key means a request without a key. */
export type Try = v.InferOutput<typeof TrySchema>;

const CauseSchema = v.strictObject({ cause: v.string() });

export interface TryOutcome {
  /** The request, as a client would send it. */
  readonly sent: SentRequest;
  /** Undefined if the connection was closed before the response. */
  readonly response: TryResponse | undefined;
  /** Whether the connection was closed before the end of the response. */
  readonly broken: boolean;
  /** Its id in the journal; undefined for a call of the control API. */
  readonly id?: string;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  readonly why?: string | undefined;
  readonly hints?: readonly string[];
}

export interface TryResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Reads a form; undefined if it is not valid. */
export function readTry(form: unknown): Try | undefined {
  const { success, output } = v.safeParse(TrySchema, form);
  return success ? output : undefined;
}

/** Finds the cause that a form names, if the world can show it. */
export function readCause(form: unknown, { world }: PageEnv) {
  const read = v.safeParse(CauseSchema, form);
  const causes: readonly Cause[] = Object.values(listCauses(world)).flat();
  const cause = read.success ? causes.find(({ id }) => id === read.output.cause) : undefined;
  return cause?.request && { ...cause, request: cause.request };
}

/** The request of a form. */
export function requestOfForm({ endpoint, key, productId }: Try): CauseRequest {
  const { method, path } = ENDPOINTS[endpoint];
  const json = productId ? { productId } : {};
  return { method, path, key: key || undefined, body: method === "POST" ? json : undefined };
}

/** Sends a request to the API as often as it says, and waits for the whole of the last response. */
export async function tryOut(
  env: PageEnv,
  { method, path, key, body, times = 1 }: CauseRequest,
  send: SendRequest,
): Promise<TryOutcome> {
  const { world, baseUrl, version } = env;
  // Why: found only now, because the world may have been reset while the form was read.
  const { journal } = env.findWorld(world.name) ?? world;
  const headers = headersOf(key, body);
  // Why: the base URL may have a path that a proxy removes.
  const ask = () =>
    send(
      new Request(`http://127.0.0.1/w/${world.name}${path}`, {
        method,
        headers: { ...headers, "User-Agent": `merchant-sandbox/${version} docs` },
        body: body ? JSON.stringify(body) : null,
      }),
    );
  for (let before = 1; before < times; before++) await (await ask()).body?.cancel();
  const started = performance.now();
  const number = journal.numbers.next;
  const response = ask();
  const id = journal.numbered(number)?.id ?? "";
  const received = await readWhole(await response);
  const ms = performance.now() - started;
  const entry = journal.list().find((one) => one.id === id);
  return {
    sent: { method, url: `${baseUrl}${path}`, headers, body },
    ...received,
    id,
    ms,
    why: entry?.why ?? undefined,
    hints: entry?.hints ?? [],
  };
}

/** Reads a response to its end, or to where its connection was closed. */
export async function readWhole(
  response: Response,
): Promise<Pick<TryOutcome, "response" | "broken">> {
  const { status, headers } = response;
  const decoder = new TextDecoder();
  let body = "";
  const received = () => ({ status, headers: [...headers], body });
  try {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      body += decoder.decode(part.value, { stream: true });
    }
    return { response: received(), broken: false };
  } catch {
    // Why: to drop a connection, a fault makes the body fail. Without any of the body, nothing was received at all.
    return { response: body === "" ? undefined : received(), broken: true };
  }
}
