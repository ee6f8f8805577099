// What each code of a diagnostic means, and how to fix this kind of mistake: for tools that explain codes.

export const DIAGNOSTIC_CODES = {
  "no-seeds": {
    summary: "There are no seeds at this path.",
    help: "Pass a .yaml or .yml file, or a directory that contains one.",
  },
  "unread-file": {
    summary: "A file looks like seeds, but is ignored.",
    help: "Check its name and its directory. If it is not part of the seeds, ignore this warning.",
  },
  "not-utf-8": {
    summary: "The file is not UTF-8.",
    help: "Save the file as UTF-8.",
  },
  "yaml-syntax": {
    summary: "The file is not valid YAML.",
    help: "Check the indentation, brackets and quotes at this place and just before it.",
  },
  "yaml-version": {
    summary: "The file uses a YAML directive, such as a version other than 1.2.",
    help: "Remove the line of the directive.",
  },
  "yaml-tag": {
    summary: "YAML tags are not supported.",
    help: "Remove the tag. Put text that starts with ! in quotes.",
  },
  "yaml-alias": {
    summary: "An alias or a merge key is not valid.",
    help: "Write the anchor (&name) before its alias (*name), and merge only mappings.",
  },
  "yaml-key": {
    summary: "The name of a field is not plain text.",
    help: "Write each field as `name: value`. Put text that contains brackets or braces in quotes.",
  },
  "yaml-documents": {
    summary: "The file contains more than one document.",
    help: "Keep one, or move the others to separate files.",
  },
  "duplicate-field": {
    summary: "A mapping has the same field twice.",
    help: "Remove one of the two.",
  },
  "too-many-mistakes": {
    summary: "A file has more than a hundred errors, or more than a hundred warnings.",
    help: "Fix those that are shown, and check again.",
  },
  "too-many-orders": {
    summary: "The seeds have more than 100,000 entries of a kind.",
    help: "Repeat fewer entries. The API lists at most 50.",
  },
  "unknown-field": {
    summary: "There is no field of this name.",
    help: "Check the spelling and the indentation.",
  },
  "missing-field": {
    summary: "A required field is missing.",
    help: "Add the field.",
  },
  "wrong-type": {
    summary: "A value has the wrong type.",
    help: "Put text in quotes, write numbers without quotes, and lists in brackets.",
  },
  "bad-value": {
    summary: "A value is not valid for its field.",
    help: "The message says which values are valid.",
  },
  "bad-time": {
    summary: "The date or time does not exist.",
    help: "Write 2026-10-17T09:00:00Z, with an offset or Z, or a relative time: now-3d, now+1h30m.",
  },
  "bad-repeat": {
    summary: "An entry can't be repeated in this way.",
    help: "Put {n} in the names of a repeated entry, remove its id, and check `every`.",
  },
  "bad-fault": {
    summary: "A fault has no effect, or its fields contradict each other.",
    help: "Give it `delay`, `respond` or `drop`.",
  },
  "duplicate-name": {
    summary: "A name or an id is already used.",
    help: "Change one of the two.",
  },
  "unknown-reference": {
    summary: "An entry refers to one that does not exist.",
    help: "Check the spelling, or add the missing entry.",
  },
  "unknown-entry": {
    summary: "A scenario changes or removes an entry that does not exist.",
    help: "Use the name of an existing entry, or give all fields of a new one.",
  },
  "bad-scenario": {
    summary: "A scenario can't be applied on top of the seeds.",
    help: "Check the name of its file and what it extends.",
  },
  "possible-typo": {
    summary: "A word looks like a typo of a known one.",
    help: "Fix the spelling. If the word is correct, ignore this warning.",
  },
  "unknown-currency": {
    summary: "A currency is not in ISO 4217.",
    help: "Write three capital letters, like EUR. If the code is correct, ignore this warning.",
  },
  "excess-refund": {
    summary: "The refund is more than the amount.",
    help: "Lower the refund or raise the amount.",
  },
  "expired-key": {
    summary: "A key expires before the sandbox starts.",
    help: "Use a later date. If you test an expired key, ignore this warning.",
  },
  "keyless-merchant": {
    summary: "A merchant has no key.",
    help: "Add a key of this merchant.",
  },
  "future-order": {
    summary: "An order is created in the future.",
    help: "Use an earlier time, or set the clock to a later one.",
  },
  "no-merchant": {
    summary: "The seeds have no merchant.",
    help: "Add one to `merchants`. Keys and products belong to merchants.",
  },
  "no-key": {
    summary: "The seeds have no key, so every request gets 401.",
    help: "Add one to `keys`.",
  },
  "unreached-fault": {
    summary: "A fault never applies, because an earlier one always does.",
    help: "Put the rarer fault first: only the first fault that hits a request is applied.",
  },
  "typographic-quotes": {
    summary: "Typographic quotes are part of a text.",
    help: "Use plain quotes. To keep typographic ones, put plain quotes around them.",
  },
} satisfies Record<string, { readonly summary: string; readonly help: string }>;

export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;
