// `openapi`: prints the description of the API, for tools that generate clients, pages and tests.
import * as v from "valibot";
import { formatOpenApi } from "../../contract/openapi/openapi.ts";
import { defineCommand } from "../define-command.ts";
import { addressValue } from "../options.ts";

export const OPENAPI = defineCommand({
  options: {
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
  },
  notes: [
    "A running sandbox serves it at the hosted address, as /openapi.json and /openapi.yaml.",
    "Choices that the API's specification leaves open are marked with x-sandbox-choice.",
    "Each flag has an environment variable: --format is MERCHANT_SANDBOX_FORMAT. Flags override it.",
    "Exit code: 0 printed, 2 wrong usage.",
  ],
  run: ({ options: { format = "json", "base-url": url } }) =>
    formatOpenApi(format, { baseUrl: url?.replace(/\/+$/, "") }),
});
