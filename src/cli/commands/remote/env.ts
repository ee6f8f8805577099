// `env`: prints the variables of a world for a shell, and makes one for this branch.
import * as v from "valibot";
import { printable } from "../../../shared/printable.ts";
import { shellWord } from "../../../shared/shell.ts";
import { type Terminal, UsageError } from "../../terminal.ts";
import { environmentOf } from "../command-environment.ts";
import { nameOfBranch } from "./branch.ts";
import { given, WANTED } from "./field.ts";
import { remote } from "./remote.ts";

/** How each shell sets a variable. */
const SHELLS: Readonly<Record<string, (name: string, value: string) => string>> = {
  sh: (name, value) => `export ${name}=${shellWord(value)}`,
  fish: (name, value) => `set -gx ${name} '${value.replace(/[\\']/g, "\\$&")}'`,
  // Why: PowerShell takes typographic quotes for straight ones.
  powershell: (name, value) => `$env:${name} = '${value.replace(/['\u2018-\u201b]/g, "$&$&")}'`,
};

export const ENV = remote({
  operands: { "[NAME]": () => v.string() },
  options: {
    world: {
      value: "NAME",
      schema: () => v.string(),
      alone: "",
      variable: false,
      help: "make a world, or use it again (default: named after directory and branch)",
    },
    ...WANTED,
    shell: {
      value: "SHELL",
      schema: () => v.picklist(Object.keys(SHELLS), "sh, fish or powershell"),
      variable: false,
      help: "sh, fish or powershell (default: sh)",
    },
  },
  notes: [
    "Without --world, prints the variables of the world in SANDBOX_WORLD, or else of default.",
    'sh, bash, zsh:  eval "$(merchant-sandbox env --world)"',
    "fish:           merchant-sandbox env --world --shell fish | source",
    "PowerShell:     merchant-sandbox env --world --shell powershell | Out-String | Invoke-Expression",
  ],
  async run({ client, options, operands, terminal }) {
    const { "control-token": controlToken, shell = "sh" } = options;
    const name = await nameIn(options.world, operands, terminal);
    const { scenario, ttl } = options;
    const wanted = given({ scenario, ttl });
    if (name === undefined && Object.keys(wanted).length > 0) {
      throw new UsageError("--scenario and --ttl need --world.");
    }
    const world = name ?? (terminal.env.SANDBOX_WORLD || "default");
    const params = { world };
    const made =
      name === undefined
        ? await client.call("GET /worlds/:world", { params })
        : await client.call("PUT /worlds/:world", { params, body: wanted });
    const merchant = made.keys.find(({ key }) => key === made.apiKey)?.merchant;
    const merchantId = made.merchants.find(({ slug }) => slug === merchant)?.id ?? "";
    const place = { ...made, controlUrl: client.url, controlToken, world, merchantId };
    const variables = Object.entries(environmentOf({}, place)).flatMap(([variable, value]) =>
      value === undefined ? [] : [[variable, value] as const],
    );
    const lines = variables.map(
      ([variable, value]) => SHELLS[shell]?.(variable, printable(value)) ?? "",
    );
    return { json: Object.fromEntries(variables), lines };
  },
});

/** The name of the world to make; undefined if none is wanted. Throws `UsageError`. */
async function nameIn(
  flag: string | undefined,
  [operand]: readonly string[],
  terminal: Terminal,
): Promise<string | undefined> {
  // Why: `--world NAME`, as the other commands take it.
  if (operand !== undefined && flag !== "") {
    throw new UsageError(`Unexpected argument ${JSON.stringify(operand)}.`);
  }
  if (flag === undefined) return undefined;
  const name = operand ?? (flag === "" ? await nameOfBranch(terminal) : flag);
  if (name !== "") return name;
  throw new UsageError("The directory and the branch make no valid name. Use --world=NAME.");
}
