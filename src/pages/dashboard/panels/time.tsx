/** @jsxImportSource hono/jsx */
// Times in panels: short, in UTC, with the exact time as a tooltip.

interface TimeProps {
  readonly iso: string;
  readonly seconds?: boolean;
}

/** A point in time, given as ISO 8601 in UTC, to the minute or the second. */
export const Time = ({ iso, seconds = false }: TimeProps) => (
  <time datetime={iso} title={iso}>
    {iso.slice(0, seconds ? 19 : 16).replace("T", " ")}
  </time>
);

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const;

/** Tells how far a time lies ahead or back, like `in 90 d`. */
export function distance(ms: number): string {
  const size = Math.abs(ms);
  const [unit, length] = UNITS.find(([, length]) => size >= length) ?? UNITS[3];
  const count = Math.round(size / length);
  return ms > 0 ? `in ${count} ${unit}` : `${count} ${unit} ago`;
}
