// The entry point `merchant-sandbox/msw`: handlers of MSW that answer from a sandbox in the same process, without a port.
import { HttpResponse, http, type RequestHandler } from "msw";
import type { Sandbox } from "./library.ts";

export interface HandlerOptions {
  /** The address that the client is configured with, such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** The name of the world that answers. Default: `default`. */
  readonly world?: string | undefined;
}

/**
 * Makes the handlers that answer requests to an address from a world of a sandbox.
 *
 * @example
 * const sandbox = createSandbox();
 * const server = setupServer(...handlers(sandbox, { baseUrl: "https://api.example.com" }));
 */
export function handlers(
  { api, addressesOf }: Pick<Sandbox, "api" | "addressesOf">,
  { baseUrl, world: name = "default" }: HandlerOptions,
): RequestHandler[] {
  // Why: the URLs of requests are normalised, too.
  const base = new URL(baseUrl).href.replace(/\/+$/, "");
  return [
    http.all(`${base}/*`, async ({ request }) => {
      const url = addressesOf({ name }).baseUrl + request.url.slice(base.length);
      try {
        return await api.fetch(new Request(url, request));
      } catch (error) {
        // Why: to a client, a connection that a fault dropped is an error of the network.
        if (error instanceof TypeError) return HttpResponse.error();
        throw error;
      }
    }),
  ];
}
