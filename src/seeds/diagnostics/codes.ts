// What each code of a diagnostic stands for, and how its kind of mistake is mended: for tools that
// explain a code by itself.
import type { Diagnostic, DiagnosticCode } from "./diagnostic.ts";

interface Explanation {
  readonly summary: string;
  readonly help: string;
}

export const DIAGNOSTIC_CODES: Readonly<Record<DiagnosticCode, Explanation>> = {
  "no-seeds": {
    summary: "There are no seeds to read at this path.",
    help: "Name a .yaml or .yml file that can be read, or a directory that holds some.",
  },
  "unread-file": {
    summary: "Something that seems to be seeds is not read.",
    help: "Mind its name and its place; if it is no part of the seeds, this is no mistake.",
  },
  "not-utf-8": {
    summary: "The file is not UTF-8.",
    help: "Save the file as UTF-8.",
  },
  "yaml-syntax": {
    summary: "This is not YAML.",
    help: "Mind the indent, the brackets and the quotes at this place and just before it.",
  },
  "yaml-version": {
    summary: "The file asks for a version of YAML other than 1.2.",
    help: "Remove the %YAML line.",
  },
  "yaml-tag": {
    summary: "Seed files take no tags.",
    help: "Leave the tag out; put text that begins with ! in quotes.",
  },
  "yaml-alias": {
    summary: "An alias or a merge does not lead to what it could stand for.",
    help: "Write the anchor (&name) before its alias (*name), and merge nothing but mappings.",
  },
  "yaml-key": {
    summary: "The name of a field is not plain text.",
    help: "Write each field as `name: value`; put text that holds brackets or braces in quotes.",
  },
  "yaml-documents": {
    summary: "The file holds more than one document.",
    help: "Keep one, or move the others to files of their own.",
  },
  "duplicate-field": {
    summary: "A mapping has the same field twice.",
    help: "Keep one of the two.",
  },
  "too-many-mistakes": {
    summary: "A file has more mistakes than the hundred that are explained.",
    help: "Fix those that are explained, and check again.",
  },
  "too-many-orders": {
    summary: "The seeds have more than 100,000 orders.",
    help: "Repeat fewer orders. The API lists 50 of them at most.",
  },
  "unknown-field": {
    summary: "There is no field of this name.",
    help: "Mind the spelling and the indent.",
  },
  "missing-field": {
    summary: "A field that is required is missing.",
    help: "Add the field.",
  },
  "wrong-type": {
    summary: "A value is of the wrong type.",
    help: "Put in quotes what is text, leave numbers without, and write lists in brackets.",
  },
  "bad-value": {
    summary: "A value is not one that its field takes.",
    help: "The message says what the field takes.",
  },
  "bad-time": {
    summary: "This is no time.",
    help: "Write 2026-10-17T09:00:00Z, with an offset or Z, or relative to now: now-3d, now+1h30m.",
  },
  "bad-repeat": {
    summary: "An entry can't be repeated in this way.",
    help: "Give the repeat a distance, and what is to differ an {n}, without an id or a ref for all.",
  },
  "bad-fault": {
    summary: "A fault does nothing, or can't do all that it says.",
    help: "Say what goes wrong: a delay, a status to respond with, or a dropped connection.",
  },
  "duplicate-name": {
    summary: "A name or an id is taken.",
    help: "Give one of the two entries another.",
  },
  "dangling-reference": {
    summary: "An entry refers to one that is not there.",
    help: "Mind the spelling, or add the entry that it refers to.",
  },
  "unmatched-change": {
    summary: "A scenario changes or removes what is not there.",
    help: "Use the name of an entry of the seeds beneath, or give all fields of a new one.",
  },
  "bad-scenario": {
    summary: "A scenario can't be laid over the seeds.",
    help: "Mind the name of its file and what it extends.",
  },
  "near-word": {
    summary: "A word is one character away from a known one.",
    help: "Mend the spelling; if the word is meant, this is no mistake.",
  },
  "unknown-currency": {
    summary: "A currency is not in ISO 4217.",
    help: "Write its three capital letters, like EUR; if the code is meant, this is no mistake.",
  },
  "excess-refund": {
    summary: "More is refunded than was paid.",
    help: "Lower the refund or raise the amount.",
  },
  "expired-key": {
    summary: "A key has expired before the sandbox starts.",
    help: "Move its expiry; if an expired key is what you test, this is no mistake.",
  },
  "keyless-merchant": {
    summary: "No key opens this merchant's part of the API.",
    help: "Add a key of this merchant.",
  },
  "future-order": {
    summary: "An order was created later than now.",
    help: "Move its time to the past, or the clock forward.",
  },
  "no-merchant": {
    summary: "The seeds have no merchant.",
    help: "Add one to `merchants`; keys and products belong to merchants.",
  },
  "no-key": {
    summary: "The seeds have no key, so every request gets 401.",
    help: "Add one to `keys`.",
  },
  "unreached-fault": {
    summary: "A fault never applies, because another one before it always does.",
    help: "Of the faults that fit a request, the first that hits it is applied: put the rarer one first.",
  },
  "typographic-quotes": {
    summary: "Typographic quotes are part of a text.",
    help: "Use plain quotes, and put them around typographic ones that are meant.",
  },
};

const LINKED = "The text is not shown, because a link leads from the seeds directory to this file.";

/** A diagnostic without a word of its file, if that is outside of the seeds directory: it may hold secrets. */
export function hideLinked(diagnostic: Diagnostic): Diagnostic {
  if (!diagnostic.span.file.isLinked) return diagnostic;
  const { summary } = DIAGNOSTIC_CODES[diagnostic.code];
  return { ...diagnostic, message: summary.replace(/\.$/, ""), hint: LINKED };
}
