// What YAML allows but seeds do not: tags, versions other than 1.2, more than one document.
import {
  EVENT_ID,
  type Event,
  type MappingEvent,
  type ScalarEvent,
  type SequenceEvent,
} from "js-yaml";
import { type Diagnostic, errorAt, quote, type SeedFile } from "./diagnostic.ts";
import type { Locator } from "./locate.ts";

type TaggedEvent = ScalarEvent | MappingEvent | SequenceEvent;

/** Finds what no seed file may use, at its place. */
export function findForbidden(
  file: SeedFile,
  events: readonly Event[],
  locator: Locator,
): Diagnostic[] {
  const { text } = file;
  return [...findVersion(), ...findSecondDocument(), ...events.filter(isTagged).map(explainTag)];

  function findVersion(): Diagnostic[] {
    const first = events[0];
    const directives = first?.type === EVENT_ID.DOCUMENT ? first.directives : [];
    const version = directives.find((directive) => directive.kind === "yaml")?.version ?? "1.2";
    if (version === "1.2") return [];
    const start = text.indexOf("%YAML");
    const span = { file, start, end: start + `%YAML ${version}`.length };
    const message = `seeds are YAML 1.2, this file says ${version}`;
    return [errorAt(span, "yaml-version", message, "Remove the %YAML line.")];
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
