// Preloaded by Bun: notes every module that was loaded by the end of the process, in the file that NOTES names.
import { writeFileSync } from "node:fs";

process.on("exit", () => {
  writeFileSync(process.env.NOTES ?? "", `${Object.keys(require.cache).join("\n")}\n`);
});
