// What can follow what on the command line, from the tables of commands and their flags.
import { shellQuote } from "../../../shared/shell.ts";
import type { CommandTable, NamedCommand } from "../../command.ts";
import type { Option } from "../../options.ts";

/** A word with its help. */
export interface Word {
  readonly word: string;
  readonly help: string;
}

export interface Flag extends Word {
  /** What its value is; undefined if the next word is not its value. */
  readonly value: "file" | "text" | readonly string[] | undefined;
}

/** A position on the command line, by the names of commands before it, such as `world` or `world create`. */
export interface Position {
  readonly path: string;
  /** Commands, or words that an argument can be. */
  readonly words: readonly Word[];
  readonly flags: readonly Flag[];
}

const HELP: Flag = { word: "--help", help: "show the help", value: undefined };

/** Lists all positions. The first is the one after the program's name, where the flags of `serve` can be. */
export function listPositions(
  table: CommandTable,
  loaded: readonly NamedCommand[],
): readonly Position[] {
  const commands = loaded.map(({ name, summary, command }) => ({
    summary,
    path: name,
    words: wordsIn(command.operands),
    flags: [...Object.entries(command.options).map(describeFlag), HELP],
  }));
  const groups = Object.entries(table)
    .filter(([, row]) => "commands" in row)
    .map(([group]) => ({
      path: group,
      words: commands
        .filter(({ path }) => path.startsWith(`${group} `))
        .map(({ path, summary }) => ({ word: path.slice(group.length + 1), help: summary })),
      flags: [HELP],
    }));
  const names = Object.entries(table).map(([word, { summary }]) => ({ word, help: summary }));
  const start = {
    path: "",
    words: [...names, { word: "help", help: "Show the help of a command" }],
    flags: commands.find(({ path }) => path === "serve")?.flags ?? [],
  };
  return [start, ...groups, ...commands];
}

function describeFlag([name, option]: readonly [string, Option]): Flag {
  return { word: `--${name}`, help: option.help, value: kindOfValue(option) };
}

function kindOfValue({ value, alone, schema, choices }: Option): Flag["value"] {
  if (value === undefined || alone !== undefined) return undefined;
  const known = schema?.();
  if (choices !== undefined) return choices;
  if (known && "options" in known && Array.isArray(known.options)) return known.options.map(String);
  return /FILE|DIR|PATH/.test(value) ? "file" : "text";
}

/** The flags that take a value, as `path --flag`, by what their value is. */
export function groupValues(
  positions: readonly Position[],
): ReadonlyMap<string, { readonly value: Flag["value"]; readonly flags: readonly string[] }> {
  const groups = new Map<string, { value: Flag["value"]; flags: string[] }>();
  for (const { path, flags } of positions) {
    for (const { word, value } of flags) {
      if (value === undefined) continue;
      const group = groups.get(`${value}`) ?? { value, flags: [] };
      groups.set(`${value}`, { value, flags: [...group.flags, `${path} ${word}`] });
    }
  }
  return groups;
}

/** A pattern of bash and zsh that matches any of some texts. */
export const anyOf = (texts: readonly string[]) => texts.map(shellQuote).join("|");

/** `[seeds|scenario]` → `seeds`, `scenario`. */
function wordsIn(operands = ""): Word[] {
  const [, choices] = /^\[?([a-z]+(?:\|[a-z]+)+)\]?$/.exec(operands) ?? [];
  return (choices?.split("|") ?? []).map((word) => ({ word, help: "" }));
}
