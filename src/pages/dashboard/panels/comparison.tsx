/** @jsxImportSource hono/jsx */
// Two texts side by side, with what differs marked, and the middle of long equal parts left out.
import { diffLines, type LinePair } from "./diff-lines.ts";

interface ComparisonProps {
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

export const Comparison = ({ title, before, after }: ComparisonProps) => {
  const pairs = shorten(diffLines(before, after));
  return (
    <>
      <h3>
        {title} {before === after && "(no difference)"}
      </h3>
      <div class="diff">
        <Side lines={pairs.map(([line, other]) => [line, other])} as="del" />
        <Side lines={pairs.map(([other, line]) => [line, other])} as="ins" />
      </div>
    </>
  );
};

interface SideProps {
  readonly lines: readonly LinePair[];
  /** What marks a line that differs. */
  readonly as: "del" | "ins";
}

const Side = ({ lines, as: Mark }: SideProps) => (
  <pre tabindex={0}>
    {lines.map(([line, other]) => (
      <>
        {line === other ? line : line !== null && <Mark>{line || " "}</Mark>}
        {"\n"}
      </>
    ))}
  </pre>
);

const CONTEXT = 4;

/** Leaves out equal lines that are far from any difference. */
function shorten(pairs: readonly LinePair[]): LinePair[] {
  const isNear = pairs.map(() => false);
  pairs.forEach(([a, b], at) => {
    if (a !== b) isNear.fill(true, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
  });
  const shown: LinePair[] = [];
  for (let at = 0; at < pairs.length; ) {
    const next = isNear.indexOf(true, at);
    const left = (next === -1 ? pairs.length : next) - at;
    const pair = pairs[at];
    if (left > 2 * CONTEXT) {
      const text = `… ${left} equal lines`;
      shown.push([text, text]);
      at += left;
    } else if (pair !== undefined) {
      shown.push(pair);
      at++;
    }
  }
  return shown;
}
