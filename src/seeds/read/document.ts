// A parsed file or value, with the places of what it holds.
import type { SeedFile, Span } from "../diagnostics/diagnostic.ts";

export interface Document {
  readonly file: SeedFile;
  /** Who made it, if that is no file. */
  readonly maker?: string | undefined;
  /** What the file holds; null if it is empty or can't be read. */
  readonly root: unknown;
  /** Whether part of the file can't be read, so that it may define more than is known. */
  readonly broken: boolean;
  /** The place of the root, of a mapping or list in it, or of an item or field of that one. */
  locate(container?: object, key?: string | number, part?: "key" | "value"): Span;
  /** The 1-based line in which a mapping begins. */
  lineOf(mapping: object): number;
}
