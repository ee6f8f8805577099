// What the linters of the field say of the description, each with all the rules that it has.
import { expect, test } from "bun:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { type RulesetDefinition, Spectral } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { formatOpenApi } from "../../src/contract/openapi/openapi.ts";

const FORMATS = ["json", "yaml"] as const;

test.each(FORMATS)("Redocly finds nothing in %s", async (format) => {
  const config = await createConfig({
    extends: ["all"],
    rules: {
      // The paths and the form of errors are not the description's to choose.
      "path-segment-plural": "off",
      "operation-4xx-problem-details-rfc7807": "off",
      // The examples are whole bodies; how short a text may be, the API's specification does not say.
      "scalar-property-missing-example": "off",
      "required-string-property-missing-min-length": "off",
    },
  });
  const source = await formatOpenApi(format);
  const problems = await lintFromString({ source, absoluteRef: `openapi.${format}`, config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test.each(FORMATS)("Spectral finds nothing in %s", async (format) => {
  const spectral = new Spectral();
  spectral.setRuleset({
    extends: [[oas as RulesetDefinition, "all"]],
    rules: {
      // They ask for addresses of a person, and of a licence that has an identifier.
      "contact-properties": "off",
      "license-url": "off",
    },
  });
  const findings = await spectral.run(await formatOpenApi(format));
  expect(findings.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
});
