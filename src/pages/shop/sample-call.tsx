/** @jsxImportSource hono/jsx */
// A command that calls the API. It has a key if the reader may see the keys of the world; others set one themselves.
import { ENDPOINTS } from "../../contract/endpoints.ts";
import type { Merchant } from "../../model/state.ts";
import { findGoodKey } from "../../world/keys.ts";
import { formatCurl } from "../code/curl.ts";
import { headersOf } from "../code/sent-request.ts";
import type { PageEnv } from "../layout/page-env.ts";

interface SampleCallProps {
  readonly env: PageEnv;
  readonly endpoint: "ping" | "orders";
  /** Whose key it needs; undefined if that of any merchant will do. */
  readonly merchant?: Merchant;
  /** Whether the reader may see keys. */
  readonly showsKeys: boolean;
}

export const SampleCall = ({ env, endpoint, merchant, showsKeys }: SampleCallProps) => {
  const { method, path, scope } = ENDPOINTS[endpoint];
  const key = showsKeys ? findGoodKey(env.world, ENDPOINTS[endpoint], merchant)?.key : undefined;
  const request = {
    method,
    url: env.baseUrl + path,
    headers: headersOf(key, undefined),
    tokenFrom: key === undefined ? "SANDBOX_API_KEY" : undefined,
  };
  return (
    <>
      {key === undefined && (
        <p>
          Set <code>SANDBOX_API_KEY</code> to a key
          {merchant && (
            <>
              {" "}
              of <code>{merchant.slug}</code>
            </>
          )}
          {scope && (
            <>
              {" "}
              with the scope <code>{scope}</code>
            </>
          )}
          . The <a href={`${env.root}/dashboard`}>dashboard</a> lists the keys.
        </p>
      )}
      <figure class="command">
        <pre>
          <code>{formatCurl(request)}</code>
        </pre>
      </figure>
    </>
  );
};
