// Calls the control API over HTTP. What may be called, with what and for what, are the types of the operations
// themselves; nothing of the server is loaded.
import * as v from "valibot";
import type { KnownCall } from "../control/operations.ts";
import type { ResponseOf, ResponseSchemaName } from "../control/responses.ts";
import { isMapping } from "../shared/mapping.ts";
import { copyAsJson, InvalidInputError } from "../world/invalid-input.ts";
import { ControlError, errorOf } from "./errors.ts";

export interface ConnectOptions {
  /** What the sandbox was started with as `--control-token`. Default: `SANDBOX_CONTROL_TOKEN`. */
  readonly token?: string | undefined;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: ((request: Request) => Response | Promise<Response>) | undefined;
}

/** The operations by their method and path. */
type Operations = {
  readonly [Known in KnownCall as `${Uppercase<Known["method"]>} ${Known["path"]}`]: Known;
};

/** An operation by its method and path, such as `GET /worlds/:world/clock`. */
export type ControlAddress = keyof Operations;

/** The result of a call. */
export type CallResult<Address extends ControlAddress> =
  Operations[Address]["response"] extends infer Name
    ? Name extends ResponseSchemaName
      ? ResponseOf<Name>
      : Name extends readonly [infer Item extends ResponseSchemaName]
        ? ResponseOf<Item>[]
        : undefined
    : never;

/** What only a sandbox says of itself: other programs have a status, too. */
const HealthSchema = v.object({
  status: v.literal("ok"),
  version: v.string(),
  uptimeMs: v.number(),
  worlds: v.number(),
});

/** What a call sends. */
export interface CallInput {
  /** The values of the parameters in the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** The control API of a sandbox. */
export interface ControlClient {
  readonly url: string;
  /** Calls an operation. Rejects as the methods of a world's handle do, and with `ControlError`. */
  call<Address extends ControlAddress>(
    address: Address,
    input?: CallInput,
  ): Promise<CallResult<Address>>;
  /** Calls an operation, and resolves with its response as soon as that begins. Rejects as `call` does. */
  open(address: ControlAddress, input?: CallInput, signal?: AbortSignal): Promise<Response>;
}

/** Makes the caller of a control API. */
export function createControlClient(url: string, options: ConnectOptions = {}): ControlClient {
  const { token, fetch = (request) => globalThis.fetch(request) } = options;
  return {
    url,
    async call<Address extends ControlAddress>(address: Address, input?: CallInput) {
      const request = requestOf(address, input);
      const response = await send(request);
      const schema = v.custom<CallResult<Address>>((result) => isResultOf(address, result));
      const read = v.safeParse(schema, await readAll(request, response));
      if (read.success) return read.output;
      throw errorOf(request, response, undefined);
    },
    open: async (address, input, signal) => send(requestOf(address, input, signal)),
  };

  function requestOf(
    address: ControlAddress,
    { params = {}, query = {}, ...input }: CallInput = {},
    signal?: AbortSignal,
  ): Request {
    const [method = "", path = ""] = address.split(" ");
    const target = new URL(url + fill(path, params) + search(query));
    const headers = new Headers(token === undefined ? {} : { Authorization: `Bearer ${token}` });
    // Why: a value that JSON does not support is sent as null, so that the sandbox reports the error.
    const body = "body" in input ? (JSON.stringify(copyAsJson(input.body)) ?? "null") : null;
    if (body !== null) headers.set("Content-Type", "application/json");
    return new Request(target, { method, headers, body, ...(signal && { signal }) });
  }

  /** Reads a response, and for a list those with its next pages. */
  async function readAll(request: Request, response: Response): Promise<unknown> {
    const result = await readBody(response);
    // Why: a query only, so that the token goes to no other address.
    const next = /^<(\?[^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
    if (next === undefined || !Array.isArray(result)) return result === "" ? undefined : result;
    const { headers } = request;
    const further = new Request(new URL(next, request.url), { headers });
    const others = await readAll(further, await send(further));
    return [...result, ...(Array.isArray(others) ? others : [])];
  }

  async function send(request: Request): Promise<Response> {
    const response = await receive(request);
    // Why: some programs respond to each path with a page.
    const isPage = response.headers.get("content-type")?.startsWith("text/html");
    if (response.ok && !isPage) return response;
    throw errorOf(request, response, await readBody(response));
  }

  async function receive(request: Request): Promise<Response> {
    try {
      return await fetch(request);
    } catch (error) {
      // Runtime: `fetch` of Node has the reason in the cause.
      const { cause = error } = error instanceof Error ? error : {};
      const reason = cause instanceof Error && cause.message ? cause.message : String(error);
      const message = `Cannot reach a sandbox at ${url}: ${reason}. Start it, or check the URL.`;
      throw new ControlError(message, undefined, { cause: error });
    }
  }
}

/** Whether a call may have returned this, by its form only, because a newer sandbox may send more fields. */
export function isResultOf(address: ControlAddress, result: unknown): boolean {
  if (address === "GET /health") return v.is(HealthSchema, result);
  if (/^(?:GET|PUT) .*s$/.test(address)) return Array.isArray(result) && result.every(isMapping);
  if (/\/(?:scenario|snapshot)$/.test(address)) return typeof result === "string";
  return /^DELETE |\/stop$/.test(address) ? result === undefined : isMapping(result);
}

function fill(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== "string") throw invalidArgument("must be text");
    // Why: a URL resolves dots in its path, and would be that of another call.
    if (!/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
    throw invalidArgument(`must be a name or an id, received ${JSON.stringify(value)}`);
  });
}

function search(query: unknown): string {
  if (!isMapping(query)) throw invalidArgument("must be an object");
  const fields = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  );
  return fields.length === 0 ? "" : `?${new URLSearchParams(fields)}`;
}

const invalidArgument = (message: string) =>
  new InvalidInputError("argument", [{ path: "", message }]);

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.headers.get("content-type")?.includes("json")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
