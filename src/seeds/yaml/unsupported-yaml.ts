// What YAML allows but seeds do not: tags, directives, more than one document. The marks around the
// document are checked here too, as parsers differ on where they may stand, and quotes that are none.
import {
  EVENT_ID,
  type Event,
  type MappingEvent,
  type ScalarEvent,
  type SequenceEvent,
} from "js-yaml";
import { type Diagnostic, errorAt, quote, type SeedFile } from "../diagnostics/diagnostic.ts";
import type { Locator } from "./locate.ts";
import { findTypographicQuotes } from "./lookalike-characters.ts";

type TaggedEvent = ScalarEvent | MappingEvent | SequenceEvent;

/** Finds what no seed file may use, or hardly means to, at its place. */
export function findForbidden(
  file: SeedFile,
  events: readonly Event[],
  locator: Locator,
): Diagnostic[] {
  const { text } = file;
  const head = readHead();
  return [
    ...head.found,
    ...findEndMark(head.end),
    ...findSecondDocument(),
    ...events.filter(isTagged).map(explainTag),
    ...findTypographicQuotes(file, events),
  ];

  /** What is wrong before the document, and where it begins. */
  function readHead(): { found: Diagnostic[]; end: number } {
    const found: Diagnostic[] = [];
    const [first] = events;
    if (first?.type !== EVENT_ID.DOCUMENT) return { found, end: 0 };
    if (!first.explicitStart) return { found, end: locator.spanAt(1).start };
    let lineStart = 0;
    for (;;) {
      const lineEnd = text.indexOf("\n", lineStart);
      const line = text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd);
      const written = line.trim();
      const start = lineStart + line.indexOf(written);
      const isMark = written.startsWith("---");
      if (isMark || written.startsWith("%")) found.push(...checkHead(written, start));
      if (isMark || lineEnd === -1) return { found, end: start };
      lineStart = lineEnd + 1;
    }
  }

  function checkHead(line: string, start: number): Diagnostic[] {
    const [name = "", argument = ""] = line.split(/[ \t]+/, 2);
    const span = { file, start, end: start + line.length };
    if (/[ \t]/.test(text[start - 1] ?? "")) {
      const message = `${quote(name)} must begin its line`;
      return [errorAt(span, "yaml-syntax", message, "Remove the blanks before it.")];
    }
    if (name === "%TAG" || !name.startsWith("%")) return [];
    if (name !== "%YAML") {
      const message = `YAML has no directive ${quote(name)}`;
      return [errorAt(span, "yaml-version", message, "Remove this line.")];
    }
    if (argument === "1.2") return [];
    const message = `seeds are YAML 1.2, this file says ${argument}`;
    return [errorAt(span, "yaml-version", message, "Remove the %YAML line.")];
  }

  function findEndMark(begin: number): Diagnostic[] {
    const end = endMarkFrom(0);
    const again = end === -1 ? -1 : endMarkFrom(end + 1);
    const misplaced = end !== -1 && end < begin ? end : again;
    if (misplaced === -1) return [];
    const span = { file, start: misplaced, end: misplaced + 3 };
    const message = "`...` stands at the end of the file, and once";
    return [errorAt(span, "yaml-documents", message, "Remove this line.")];
  }

  function endMarkFrom(offset: number): number {
    const mark = /(?<![^\n\uFEFF])\.\.\.(?!\S)/g;
    mark.lastIndex = offset;
    return mark.exec(text)?.index ?? -1;
  }

  function findSecondDocument(): Diagnostic[] {
    const second = events.findIndex(({ type }, index) => index > 0 && type === EVENT_ID.DOCUMENT);
    if (second === -1) return [];
    const message = "a seed file is one document, here a second begins";
    const hint = "Put it into a file of its own.";
    return [errorAt(locator.spanAt(second + 1), "yaml-documents", message, hint)];
  }

  function explainTag({ tagStart: start, tagEnd: end }: TaggedEvent): Diagnostic {
    const message = `seeds use no YAML tags, found ${quote(text.slice(start, end))}`;
    return errorAt({ file, start, end }, "yaml-tag", message, "Quote text instead.");
  }
}

function isTagged(event: Event): event is TaggedEvent {
  return "tagStart" in event && event.tagStart !== -1;
}
