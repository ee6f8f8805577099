/** @jsxImportSource hono/jsx */
// The text of descriptions. Its Markdown is limited to paragraphs, lists and `code`.
import { InlineText } from "../../layout/page.tsx";

/** Paragraphs, separated by blank lines; lines that start with a hyphen are a list. */
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

/** A choice of the sandbox where the API document leaves the behaviour open. */
export const SandboxChoice = ({ text }: { readonly text: string }) => (
  <p class="choice">
    <strong>The sandbox's choice.</strong> <InlineText text={text} />
  </p>
);
