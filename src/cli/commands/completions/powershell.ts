// The completion script of PowerShell.
import type { Flag, Position } from "./positions.ts";

/** Writes the script. */
export function formatPowerShell(positions: readonly Position[]): string {
  const values = positions.flatMap(({ path, flags }) =>
    flags.flatMap((flag) => formatValue(path, flag)),
  );
  return `# Completion of merchant-sandbox for PowerShell:
# merchant-sandbox completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName merchant-sandbox -ScriptBlock {
  param($typed, $line, $cursor)
  $positions = @{
${positions.map(formatPosition).join("\n")}
  }
  $values = @{
${values.join("\n")}
  }
  $at = ''
  $before = ''
  foreach ($element in $line.CommandElements | Select-Object -Skip 1) {
    $word = $element.ToString()
    if ($element.Extent.EndOffset -ge $cursor -and $word -eq $typed) { break }
    $next = ("$at $word").Trim()
    if ($positions.ContainsKey($next)) { $at = $next }
    $before = $word
  }
  $found = if ($values.ContainsKey("$at $before")) { $values["$at $before"] } else { $positions[$at] }
  foreach ($item in $found) {
    $name, $help = $item -split ' ', 2
    if (-not $help) { $help = $name }
    if ($name.StartsWith($typed)) {
      [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $help)
    }
  }
}
`;
}

function formatPosition({ path, words, flags }: Position): string {
  const items = [...words, ...flags].map(({ word, help }) => quote(`${word} ${help}`.trim()));
  return `    ${quote(path)} = @(${items.join(", ")})`;
}

function formatValue(path: string, { word, value }: Flag): string[] {
  if (value === undefined) return [];
  const choices = typeof value === "string" ? [] : value;
  return [`    ${quote(`${path} ${word}`)} = @(${choices.map(quote).join(", ")})`];
}

const quote = (text: string) => `'${text.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
