// Converts offsets in a text to lines and columns.

/** A location in a text. Both numbers start at 1. Columns count UTF-16 units, as in editors. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Finds the line and column of an offset. */
export function placeOf(text: string, offset: number): Place {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

/** Indexes the lines of a text, to find the locations of many offsets. */
export function indexLines(text: string): (offset: number) => Place {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let line = 0;
    for (let beyond = starts.length; beyond - line > 1; ) {
      const middle = (line + beyond) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else beyond = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
