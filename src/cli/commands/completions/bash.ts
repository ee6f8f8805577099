// The completion script of bash. It works in version 3.2, which macOS has.
import { shellQuote } from "../../../shared/shell.ts";
import { anyOf, groupValues, type Position } from "./positions.ts";

/** Writes the script. */
export function formatBash(positions: readonly Position[]): string {
  const paths = positions.map(({ path }) => path).filter((path) => path !== "");
  const values = [...groupValues(positions).values()].map(({ value = "", flags }) => {
    const words = typeof value === "string" ? "" : value.join(" ");
    return `    ${anyOf(flags)}) words=${shellQuote(words)} ;;`;
  });
  return `# Completion of merchant-sandbox for bash: eval "$(merchant-sandbox completions bash)"
_merchant_sandbox() {
  local at= word words= cur=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [ "$word" = -- ] && return
    case \${at:+$at }$word in
    ${anyOf(paths)}) at=\${at:+$at }$word ;;
    esac
  done
  case "$at $before" in
${values.join("\n")}
    *) case $at in
${positions.map(formatPosition).join("\n")}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
# Without a match, bash completes the names of files.
complete -o default -F _merchant_sandbox merchant-sandbox
`;
}

function formatPosition({ path, words, flags }: Position): string {
  const all = [...words, ...flags].map(({ word }) => word).join(" ");
  return `      ${shellQuote(path)}) words=${shellQuote(all)} ;;`;
}
