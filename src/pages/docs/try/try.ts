// Tries the API: sends the request of a form as any client would. It uses a token, meets faults and is in the
// journal, which explains an error.
import * as v from "valibot";
import { ENDPOINT_NAMES, ENDPOINTS, type EndpointName } from "../../../contract/endpoints.ts";
import type { PageEnv } from "../../layout/page-env.ts";
import { headersOf, type SentRequest } from "../elements/snippets.ts";

/** Sends a request to the API, and tells the id by which the journal knows it. */
export type Ask = (request: Request) => {
  readonly id: string;
  readonly answer: Response | Promise<Response>;
};

const TrySchema = v.strictObject({
  endpoint: v.picklist(ENDPOINT_NAMES),
  key: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{0,256}$/)),
  productId: v.exactOptional(v.pipe(v.string(), v.maxLength(1_000))),
});
/** What a form asks for. Where the key is empty, none is sent. */
export type Try = v.InferOutput<typeof TrySchema>;

export interface TryOutcome {
  readonly endpoint: EndpointName;
  /** The request, as a client would send it. */
  readonly sent: SentRequest;
  /** Undefined where the connection was closed before anything of it came. */
  readonly answer: TryResponse | undefined;
  /** Whether the connection was closed before all of it had come. */
  readonly broken: boolean;
  readonly id: string;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  readonly why: string | undefined;
  readonly hints: readonly string[];
}

export interface TryResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Reads a form; undefined where it is none of the reference's. */
export function readTry(form: unknown): Try | undefined {
  const { success, output } = v.safeParse(TrySchema, form);
  return success ? output : undefined;
}

/** Sends a request, and waits for its end. */
export async function tryOut(env: PageEnv, wanted: Try, ask: Ask): Promise<TryOutcome> {
  const { world, baseUrl, version } = env;
  const { endpoint, key, productId } = wanted;
  const { method, path } = ENDPOINTS[endpoint];
  const sent = productId ? { productId } : {};
  const body = method === "POST" ? sent : undefined;
  const headers = headersOf(key === "" ? undefined : key, body);
  const started = performance.now();
  // Why: an advertised address may have a path of its own, which a proxy takes off.
  const { id, answer } = ask(
    new Request(`http://127.0.0.1/w/${world.name}${path}`, {
      method,
      headers: { ...headers, "User-Agent": `merchant-sandbox/${version} docs` },
      body: body ? JSON.stringify(body) : null,
    }),
  );
  const read = await readAnswer(await answer);
  const ms = performance.now() - started;
  const entry = world.journal.list().find((one) => one.id === id);
  return {
    endpoint,
    sent: { method, url: `${baseUrl}${path}`, headers, body },
    ...read,
    id,
    ms,
    why: entry?.why ?? undefined,
    hints: entry?.hints ?? [],
  };
}

async function readAnswer(response: Response): Promise<Pick<TryOutcome, "answer" | "broken">> {
  const { status, headers } = response;
  const decoder = new TextDecoder();
  let body = "";
  const answer = () => ({ status, headers: [...headers], body });
  try {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      body += decoder.decode(part.value, { stream: true });
    }
    return { answer: answer(), broken: false };
  } catch {
    // Why: a fault closes a connection by a body that fails; where nothing came of it, nothing came at all.
    return { answer: body === "" ? undefined : answer(), broken: true };
  }
}
