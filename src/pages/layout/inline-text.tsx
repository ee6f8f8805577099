/** @jsxImportSource hono/jsx */
// A line of text with its code.

/** A line of text, with text in backquotes shown as code. */
export const InlineText = ({ text }: { readonly text: string }) => (
  <>{text.split("`").map((part, n) => (n % 2 === 1 ? <code>{part}</code> : part))}</>
);
