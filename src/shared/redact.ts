// Replaces known secrets in a text, in all their encodings: plain, JSON, URL, Basic credentials.

/** Creates a function that replaces each secret with its label, in upper or lower case. */
export function createRedactor(
  labels: Iterable<readonly [secret: string, label: string]>,
): (text: string) => string {
  const forms = [...labels]
    .flatMap(([secret, label]) => formsOf(secret).map((form) => ({ label, form })))
    // Why: a secret may be the start of another one.
    .sort((a, b) => b.form.length - a.form.length)
    .map(({ label, form }) => ({ label, pattern: new RegExp(escaped(form), "gi") }));

  return (text) =>
    forms.reduce((masked, { label, pattern }) => masked.replace(pattern, () => label), text);
}

function formsOf(secret: string): string[] {
  if (secret === "") return [];
  const quoted = JSON.stringify(secret).slice(1, -1);
  // Why: some JSON encoders put a backslash before each slash.
  const slashed = quoted.replaceAll("/", "\\/");
  return [...new Set([secret, quoted, slashed, encodeURIComponent(secret), ...basic(secret)])];
}

// Why: `btoa` throws on characters that are not valid in a header either.
function basic(secret: string): string[] {
  return /^[\x20-\x7e]*$/.test(secret) ? [btoa(`${secret}:`)] : [];
}

// Runtime: `RegExp.escape` is missing in Node 20.
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
