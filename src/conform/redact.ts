// Keeps keys out of reports: a server may repeat what it was sent, and `fetch` quotes a header that it rejects.
import { type Keys, kebab } from "./server.ts";

/** Creates a function that puts each key's name in the key's place, in whatever case it stands. */
export function createRedactor(keys: Keys): (text: string) => string {
  const forms = Object.entries(keys)
    .flatMap(([name, key]: [string, string | undefined]) =>
      formsOf(key).map((form) => ({ name, form })),
    )
    // Why: a key may be the beginning of another one.
    .sort((a, b) => b.form.length - a.form.length)
    .map(({ name, form }) => ({ name, pattern: new RegExp(escaped(form), "gi") }));

  return (text) =>
    forms.reduce(
      (masked, { name, pattern }) => masked.replace(pattern, `<${kebab(name)} key>`),
      text,
    );
}

/** The ways in which checks send a key and messages quote it. */
function formsOf(key: string | undefined): string[] {
  if (key === undefined || key === "") return [];
  const quoted = JSON.stringify(key).slice(1, -1);
  // Why: some writers of JSON put a backslash before each slash.
  const slashed = quoted.replaceAll("/", "\\/");
  const forms = new Set([key, quoted, slashed, encodeURIComponent(key), ...basic(key)]);
  return [...forms];
}

// Why: `btoa` throws on what no header may hold either.
function basic(key: string): string[] {
  return /^[\x20-\x7e]*$/.test(key) ? [btoa(`${key}:`)] : [];
}

// Runtime: `RegExp.escape` is missing in Node 20.
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
