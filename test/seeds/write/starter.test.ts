import { describe, expect, test } from "bun:test";
import { posix } from "node:path";
import { formatJsonSchema } from "../../../src/seeds/write/json-schema.ts";
import { createStarterFiles } from "../../../src/seeds/write/starter.ts";
import { EMBEDDED_TEXTS, load } from "../load.ts";

const FILES = Object.fromEntries(createStarterFiles().map(({ path, text }) => [path, text]));
const YAML = Object.entries(FILES).filter(([path]) => path.endsWith(".yaml"));

describe("the starter files", () => {
  test("are those of the seeds directory, all of them, below the line for editors", () => {
    const texts = YAML.map(([path, text]) => [
      path,
      text.replace(/^# yaml-language-server: .*\n\n/, ""),
    ]);
    expect(Object.fromEntries(texts)).toEqual(EMBEDDED_TEXTS);
  });

  test("name their JSON Schema, each from its own directory", () => {
    const schemas = YAML.map(([path, text]) => {
      const [, schema = "none"] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
      return [path, FILES[posix.join(posix.dirname(path), schema)]];
    });
    const expected = YAML.map(([path]) => [
      path,
      formatJsonSchema(path.startsWith("scenarios/") ? "scenario" : "seeds"),
    ]);
    expect(schemas).toEqual(expected);
  });

  test("load without a diagnostic", () => {
    expect(load(Object.fromEntries(YAML)).diagnostics).toEqual([]);
  });

  test("load without an error if writing them is interrupted", () => {
    for (const count of YAML.keys()) {
      const written = Object.fromEntries(YAML.slice(0, count + 1));
      const errors = load(written).diagnostics.filter(({ severity }) => severity === "error");
      expect(errors).toEqual([]);
    }
  });
});
