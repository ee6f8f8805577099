// `openapi`: prints the description of the API, for tools that generate clients, pages and tests.
import * as v from "valibot";
import { formatOpenApi } from "../../contract/openapi/openapi.ts";
import type { Command } from "../command.ts";
import { addressValue, type OptionTable, readOptions } from "../options.ts";
import { EXIT, type Terminal } from "../terminal.ts";

const OPTIONS = {
  format: {
    value: "FORM",
    schema: () => v.picklist(["json", "yaml"], "json or yaml"),
    help: "json or yaml (default: json)",
  },
  "base-url": {
    value: "URL",
    schema: addressValue,
    help: "the address of the API (default: http://127.0.0.1:4700)",
  },
} as const satisfies OptionTable;

export const OPENAPI: Command = {
  options: OPTIONS,
  notes: [
    "A running sandbox serves it at the hosted address, as /openapi.json and /openapi.yaml.",
    "Choices that the API's specification leaves open are marked with x-sandbox-choice.",
    "Each flag has an environment variable: --format is MERCHANT_SANDBOX_FORMAT. Flags override it.",
    "Exit code: 0 printed, 2 wrong usage.",
  ],
  run: runOpenApi,
};

/** Runs `openapi`. Throws `UsageError`. */
async function runOpenApi(args: readonly string[], terminal: Terminal): Promise<number> {
  const { format = "json", "base-url": url } = readOptions(OPTIONS, args, terminal.env);
  terminal.stdout(await formatOpenApi(format, { baseUrl: url?.replace(/\/+$/, "") }));
  return EXIT.ok;
}
