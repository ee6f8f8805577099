// The completion script of zsh, to source or to put into a directory of `fpath`.
import { shellQuote } from "../../../shared/shell.ts";
import { anyOf, type Flag, groupValues, type Position, type Word } from "./positions.ts";

/** Writes the script. */
export function formatZsh(positions: readonly Position[]): string {
  const paths = positions.map(({ path }) => path).filter((path) => path !== "");
  const values = [...groupValues(positions).values()].map(
    ({ value, flags }) => `    ${anyOf(flags)}) ${complete(value)}; return ;;`,
  );
  return `#compdef merchant-sandbox
# Completion of merchant-sandbox for zsh: source <(merchant-sandbox completions zsh)
_merchant_sandbox() {
  local at= word
  local -a names flags values
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word == -- ]] && { _default; return }
    case \${at:+$at }$word in
    ${anyOf(paths)}) at=\${at:+$at }$word ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${values.join("\n")}
  esac
  case $at in
${positions.map(formatPosition).join("\n")}
  esac
  if [[ $words[CURRENT] == -* ]]; then _describe -o flag flags
  elif (( $#names )); then _describe command names
  else _files
  fi
}
if [[ $funcstack[1] == _merchant_sandbox ]]; then _merchant_sandbox "$@"
else compdef _merchant_sandbox merchant-sandbox
fi
`;
}

function complete(value: Flag["value"]): string {
  if (value === "file") return "_files";
  if (typeof value !== "object") return "_message value";
  return `values=(${value.map(shellQuote).join(" ")}); _describe value values`;
}

function formatPosition({ path, words, flags }: Position): string {
  const items = (all: readonly Word[]) =>
    all.map(({ word, help }) => shellQuote(help === "" ? word : `${word}:${help}`)).join(" ");
  return `    ${shellQuote(path)}) names=(${items(words)}); flags=(${items(flags)}) ;;`;
}
