// The completion script of fish.
import type { Flag, Position } from "./positions.ts";

/** Writes the script. */
export function formatFish(positions: readonly Position[]): string {
  const paths = positions.map(({ path }) => quote(path)).slice(1);
  return `# Completion of merchant-sandbox for fish: merchant-sandbox completions fish | source
function __merchant_sandbox_at
    set -l at
    for word in (commandline -opc)[2..]
        contains -- (string join -- ' ' $at $word) ${paths.join(" ")}; and set -a at $word
    end
    test "$at" = "$argv[1]"
end
${positions.flatMap(formatPosition).join("\n")}
`;
}

function formatPosition({ path, words, flags }: Position): string[] {
  const start = `complete -c merchant-sandbox -n ${quote(`__merchant_sandbox_at ${quote(path)}`)}`;
  return [
    ...words.map(({ word, help }) => `${start} -f -a ${word}${help && ` -d ${quote(help)}`}`),
    ...flags.map((flag) => `${start}${formatFlag(flag)} -d ${quote(flag.help)}`),
  ];
}

function formatFlag({ word, value }: Flag): string {
  const name = ` -l ${word.replace("--", "")}`;
  if (value === undefined) return name;
  if (value === "file") return `${name} -r -F`;
  return value === "text" ? `${name} -x` : `${name} -x -a ${quote(value.join(" "))}`;
}

const quote = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;
