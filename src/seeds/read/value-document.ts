// A JSON value, or one from a program, read like a seed file. Its places are JSON pointers (RFC 6901).
import { pointerTo } from "../../shared/pointer.ts";
import type { SeedFile } from "../diagnostics/diagnostic.ts";
import type { Document } from "./document.ts";

// Why: entries are not nested deeper, and a value from outside may be nested without end.
const MOST_DEPTH = 8;

/** Converts a pointer into the value to one into what the caller sent. */
export type ShowPointer = (pointer: string) => string;

interface ValueOptions {
  /** What it is read as. Default: a scenario. */
  readonly file?: SeedFile;
  readonly show?: ShowPointer;
  readonly maker?: string;
}

/** Creates the document of a value. */
export function createValueDocument(
  value: unknown,
  { file = { path: "", text: "", scenario: "" }, show = (pointer) => pointer, maker }: ValueOptions,
): Document {
  let pointers: ReadonlyMap<object, string> | undefined;
  return {
    file,
    maker,
    root: value ?? null,
    broken: false,
    lineOf: () => 0,
    locate(container, key) {
      pointers ??= findPointers(value);
      const path = container === undefined ? "" : (pointers.get(container) ?? "");
      const pointer = key === undefined ? path : path + pointerTo([key]);
      return { file, start: 0, end: 0, pointer: show(pointer) };
    },
  };
}

function findPointers(value: unknown): ReadonlyMap<object, string> {
  const pointers = new Map<object, string>();
  visit(value, "", 0);
  return pointers;

  function visit(container: unknown, pointer: string, depth: number): void {
    if (typeof container !== "object" || container === null || depth > MOST_DEPTH) return;
    pointers.set(container, pointer);
    for (const [key, inner] of Object.entries(container)) {
      visit(inner, pointer + pointerTo([key]), depth + 1);
    }
  }
}
