// The environment of a command that `exec` and `vary` run: the caller's, and where the sandbox is.
import type { RunningSandbox } from "../../start.ts";
import type { Terminal } from "../terminal.ts";
import type { Ready } from "./serve/banner.ts";

interface Place
  extends Pick<Ready, "baseUrl" | "hostedUrl" | "controlUrl" | "apiKey" | "merchantId"> {
  readonly controlToken?: string | undefined;
  readonly world?: string | undefined;
}

/** Where the default world of a sandbox is. */
export function addressesAndKeyOf({ controlUrl, sandbox }: RunningSandbox) {
  const world = sandbox.worlds.default;
  const key = world.advertisedKey();
  return {
    ...sandbox.addressesOf(world),
    controlUrl,
    apiKey: key?.key ?? "",
    merchantId: key?.merchant.id ?? "",
  };
}

/** Makes the environment of a command. */
export function environmentOf(
  env: Terminal["env"],
  { baseUrl, hostedUrl, controlUrl, controlToken, world, apiKey, merchantId }: Place,
): Terminal["env"] {
  // Why: these files belong to this sandbox, and one that the command starts would use them as its own.
  const { MERCHANT_SANDBOX_READY_FILE: _, MERCHANT_SANDBOX_LOG_FILE: __, ...inherited } = env;
  return {
    ...inherited,
    SANDBOX_BASE_URL: baseUrl,
    SANDBOX_HOSTED_URL: hostedUrl,
    SANDBOX_CONTROL_URL: controlUrl,
    // Why: those of another sandbox around this one would be wrong here.
    SANDBOX_CONTROL_TOKEN: controlToken,
    SANDBOX_WORLD: world,
    SANDBOX_API_KEY: apiKey,
    SANDBOX_MERCHANT_ID: merchantId,
  };
}
