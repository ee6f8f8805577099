/** @jsxImportSource hono/jsx */
// The text of descriptions: paragraphs, lists and `code`, the only Markdown that they use.

/** Blocks of text, as a blank line divides them; lines that begin with a hyphen are a list. */
export const Prose = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/\n{2,}/).map((block) =>
      block.startsWith("- ") ? (
        <ul>
          {block.split("\n").map((line) => (
            <li>
              <InlineText text={line.slice(2)} />
            </li>
          ))}
        </ul>
      ) : (
        <p>
          <InlineText text={block} />
        </p>
      ),
    )}
  </>
);

/** A line of text, what stands between backquotes as code. */
export const InlineText = ({ text }: { readonly text: string }) => (
  <>{text.split("`").map((part, n) => (n % 2 === 1 ? <code>{part}</code> : part))}</>
);

/** What the API's document leaves open, so that the sandbox had to choose. */
export const SandboxChoice = ({ text }: { readonly text: string }) => (
  <p class="choice">
    <strong>The sandbox's choice.</strong> <InlineText text={text} />
  </p>
);
