// Parts of the program that are gone while it runs, as where a package is taken away or replaced. The executable
// is one file, and has none.
import { cpSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { EXECUTABLE, ROOT } from "../../bench/programs.ts";
import type { Attack, Row } from "../part.ts";
import { startTarget } from "../target.ts";

/** What the modules that are gone define: the dashboard, and what follows the seeds. */
const GONE = ["function createDashboard(", "function startLiveReload("];

/** Takes away what shows a page, and what follows the seeds; and puts the page back. */
export async function loseModules({ program, directory }: Omit<Attack, "say">): Promise<Row[]> {
  if (program !== "Node") return [];
  const built = join(directory, "dist");
  const filter = (path: string) => basename(path) !== basename(EXECUTABLE);
  cpSync(join(ROOT, "dist"), built, { recursive: true, filter });
  const files = readdirSync(built, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .map((name) => join(built, name))
    .filter((file) => GONE.some((part) => readFileSync(file, "utf8").includes(part)));
  for (const file of files) renameSync(file, `${file}.gone`);
  const command = ["node", join(built, "main.js")];
  const flags = ["--seeds", join(ROOT, "seeds")];
  await using target = await startTarget(program, { command, flags, log: "json" });
  await target.heard("edits are served only after a restart");
  const ask = async () => {
    const response = await fetch(`${target.hostedUrl}/dashboard`);
    return { status: response.status, text: await response.text() };
  };
  const without = await ask();
  const [id = "none"] = /req_\w+/.exec(without.text) ?? [];
  if (id !== "none") await target.heard(id);
  for (const file of files) renameSync(`${file}.gone`, file);
  const [again, alive] = [await ask(), await target.probe()];
  const tells = without.text.includes("Cannot find");
  return [
    {
      what: "the module of a page is gone, and that which follows the seeds",
      figure: `the page is answered ${without.status}, ${tells ? "with" : "without"} the reason, which ${id === "none" ? "no log has" : "the log has"}; once it is back, ${again.status}; the log tells that edits are not served; the probe answers ${alive}`,
      held:
        without.status === 500 && id !== "none" && !tells && again.status === 200 && alive === 200,
    },
  ];
}
