// The flags of `conform`, and the server and the checks that they select. No message repeats a key.
import * as v from "valibot";
import type { Check } from "../../../conform/check.ts";
import { formatSection, groupOf } from "../../../conform/report.ts";
import { type Keys, kebab, type ServerUnderTest } from "../../../conform/server.ts";
import { closestMatch } from "../../../shared/closest-match.ts";
import { addressValue, type OptionTable, type OptionValues } from "../../options.ts";
import {
  BASE_URL_OPTION,
  KEY_OPTION,
  requireServer,
  TIMEOUT_OPTION,
  upToADay,
} from "../../server-options.ts";
import { formatTable, UsageError } from "../../terminal.ts";

export const REPORT_FORMATS = ["pretty", "tap", "junit", "json"] as const;

const patterns = () =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(",").map((part) => part.trim())),
    v.array(v.pipe(v.string(), v.nonEmpty("ids like ping-fields, or link-* for several"))),
  );

export const CONFORM_OPTIONS = {
  "base-url": {
    ...BASE_URL_OPTION,
    help: "the URL of the server, without /api/v1/integration",
  },
  key: { ...KEY_OPTION, help: "a key with all three scopes; the other keys are optional" },
  "read-only-key": { ...KEY_OPTION, help: "same merchant: catalog:read and orders:read" },
  "links-only-key": { ...KEY_OPTION, help: "same merchant: checkout:links only" },
  "no-scope-key": { ...KEY_OPTION, help: "same merchant: no scopes" },
  "expired-key": { ...KEY_OPTION, help: "same merchant: expired" },
  "revoked-key": { ...KEY_OPTION, help: "same merchant: revoked" },
  "no-access-key": { ...KEY_OPTION, help: "same merchant: no sandbox access" },
  "limited-key": { ...KEY_OPTION, help: "same merchant: a small rate limit" },
  "other-merchant-key": { ...KEY_OPTION, help: "a key of another merchant, with all three scopes" },
  "allow-rate-limit": {
    help: "use the limited key until it gets 429, up to 200 requests per check",
  },
  "hosted-url": {
    value: "URL",
    schema: addressValue,
    help: "the URL that checkout links must begin with",
  },
  "sandbox-choices": {
    help: "also check what this sandbox chose where the specification is open",
  },
  check: {
    value: "IDS",
    schema: patterns,
    repeatable: true,
    help: "run only these checks, like ping-fields,link-*; can be repeated",
  },
  list: { help: "list the checks without running them" },
  timeout: TIMEOUT_OPTION,
  "max-wait": {
    value: "TIME",
    schema: upToADay,
    help: "how long to wait and retry after 429 (default: 2m)",
  },
  format: {
    value: "FORM",
    schema: () => v.picklist(REPORT_FORMATS, "pretty, tap, junit or json"),
    help: "the report: pretty, tap, junit or json (default: pretty)",
  },
} as const satisfies OptionTable;

export type ConformOptions = OptionValues<typeof CONFORM_OPTIONS>;

/** Makes the target that options name. Throws `UsageError` where the address or the key is missing. */
export function targetOf(options: ConformOptions): ServerUnderTest & { readonly keys: Keys } {
  const { baseUrl, key: full } = requireServer("conform", options);
  const keys = {
    full,
    readOnly: options["read-only-key"],
    linksOnly: options["links-only-key"],
    noScope: options["no-scope-key"],
    expired: options["expired-key"],
    revoked: options["revoked-key"],
    noAccess: options["no-access-key"],
    limited: options["limited-key"],
    otherMerchant: options["other-merchant-key"],
  };
  return { baseUrl, hostedUrl: options["hosted-url"], keys };
}

/** Selects the checks that options ask for, the specification's first. Throws `UsageError` on unknown ids. */
export function selectChecks(all: readonly Check[], options: ConformOptions): readonly Check[] {
  const document = all.filter((check) => groupOf(check) === "document");
  const choices = all.filter((check) => groupOf(check) === "sandbox");
  const groups = options["sandbox-choices"] ? [...document, ...choices] : document;
  if (options.check === undefined) return groups;
  const patterns = options.check.map((pattern) => {
    const matches = matcher(pattern);
    if (!groups.some(matches)) throw noCheck(pattern, groups, choices.some(matches));
    return matches;
  });
  return groups.filter((check) => patterns.some((matches) => matches(check)));
}

/** Formats checks as a table, or as JSON: id, section, fact, and the keys that each needs. */
export function formatList(
  checks: readonly Check[],
  format: ConformOptions["format"] = "pretty",
): string {
  if (format === "json") {
    const listed = checks.map((check) => ({
      id: check.id,
      section: formatSection(check),
      title: check.title,
      keys: keysOf(check),
    }));
    return `${JSON.stringify(listed, undefined, 2)}\n`;
  }
  if (format !== "pretty")
    throw new UsageError("--list supports only the formats pretty and json.");
  const rows = checks.map((check) => [
    check.id,
    formatSection(check),
    check.title +
      keysOf(check)
        .map((key) => `, --${key}`)
        .join(""),
  ]);
  return `${formatTable(rows).join("\n")}\n`;
}

const keysOf = ({ needs = [] }: Check) => needs.map((name) => `${kebab(name)}-key`);

function matcher(pattern: string): (check: Check) => boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[^\w-]/g, "\\$&"));
  const expression = new RegExp(`^${parts.join(".*")}$`);
  return ({ id }) => expression.test(id);
}

function noCheck(pattern: string, checks: readonly Check[], isChoice: boolean): UsageError {
  const quoted = JSON.stringify(pattern);
  if (isChoice) {
    return new UsageError(`Check ${quoted} needs --sandbox-choices.`);
  }
  const near = closestMatch(
    pattern,
    checks.map(({ id }) => id),
  );
  const hint = near ? `Did you mean ${near}?` : "Use --list to see all checks.";
  return new UsageError(`Unknown check ${quoted}. ${hint}`);
}
