/** @jsxImportSource hono/jsx */
// Tables with a caption. On a phone, each row is a block.
import type { Child } from "hono/jsx";

interface TableProps {
  readonly caption: Child;
  readonly heads: readonly string[];
  readonly class?: string;
  /** Its rows. */
  readonly children: Child;
}

export const Table = ({ caption, heads, children, class: name = "stack" }: TableProps) => (
  <table class={name}>
    <caption>{caption}</caption>
    <thead>
      <tr>
        {heads.map((head) => (
          <th scope="col">{head}</th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
