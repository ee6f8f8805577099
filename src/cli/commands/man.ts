// `man`: prints the manual page, made from the tables of commands and flags.
import { VERSION } from "../../version.ts";
import { type CommandTable, loadCommands, usageOf } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { describeOption } from "../options.ts";

export const MAN = defineCommand({
  options: {},
  notes: [
    "Read it:     merchant-sandbox man | man -l -",
    "Install it:  merchant-sandbox man > /usr/local/share/man/man1/merchant-sandbox.1",
    "Exit code: 0 printed, 2 wrong usage.",
  ],
  run: ({ commands }) => formatPage(commands),
});

async function formatPage(commands: CommandTable): Promise<string> {
  const sections = (await loadCommands(commands)).flatMap(({ name, summary, command }) => [
    `.SS ${roff(usageOf(`${name} [FLAGS]`, command))}`,
    line(`${summary}.`),
    ...Object.entries(command.options).flatMap(([flag, option]) => [
      ".TP",
      `.B ${roff(describeOption(flag, option))}`,
      line(option.help),
    ]),
    ".PP",
    ".nf",
    ...command.notes.map(line),
    ".fi",
  ]);
  const page = [
    `.TH MERCHANT-SANDBOX 1 "" ${roff(`"merchant-sandbox ${VERSION}"`)}`,
    ".SH NAME",
    roff("merchant-sandbox - a local mock server for the Sandbox Integration API"),
    ".SH SYNOPSIS",
    ".B merchant\\-sandbox",
    "[COMMAND] [FLAGS]",
    ".SH DESCRIPTION",
    "Without a command, serve runs.",
    ".SH COMMANDS",
    ...sections,
  ];
  return `${page.join("\n")}\n`;
}

/** Escapes a text for roff: hyphens stay ASCII, so that flags can be copied. */
function roff(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("…", "...");
}

// Why: a period or an apostrophe at the start of a line makes it a request.
const line = (text: string) => roff(text).replace(/^[.']/, "\\&$&");
