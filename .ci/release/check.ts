// Checks with LLVM's tools that an executable matches its target.
import { run } from "./run.ts";
import type { Target } from "./targets.ts";

const SECTIONS = ["--needed-libs", "--coff-imports", "--version-info", "--string-dump=.interp"];

/** Lists the reasons not to release an executable. Throws when it is not an executable. */
export async function findFaults(target: Target, path: string): Promise<string[]> {
  const text = await run(["llvm-readobj", "--file-headers", ...SECTIONS, path]);
  const isMac = target.format.startsWith("Mach-O");
  const commands = isMac ? await run(["llvm-objdump", "--macho", "--private-headers", path]) : "";
  return compare(target, text + commands);
}

/** Lists the differences between a target and what the tools print for its executable. */
export function compare(target: Target, text: string): string[] {
  const faults: string[] = [];
  const format = text.match(/^Format: (.*)$/m)?.[1];
  if (format !== target.format) faults.push(`its format is ${format}, not ${target.format}`);
  const loader = text.match(/^String dump of section '.interp':\n\[ *0\] (.*)$/m)?.[1];
  if (loader !== target.loader) faults.push(`it is loaded by ${loader}, not by ${target.loader}`);

  const listed = text.match(/^NeededLibraries \[\n([^\]]*)/m)?.[1]?.match(/\S+/g) ?? [];
  const delayed = Array.from(text.matchAll(/^DelayImport \{\n +Name: (.*)$/gm), ([, name]) => name);
  if (listed.length === 0) faults.push("it names no libraries");
  // Why: Windows does not distinguish `USER32.dll` from `user32.dll`.
  const allowed = target.libraries.map((name) => name.toLowerCase());
  const others = [...listed, ...delayed].filter(
    (name = "") => !allowed.includes(name.toLowerCase()),
  );
  if (others.length > 0) faults.push(`it needs ${others.join(", ")}`);

  const versions = Array.from(text.matchAll(/GLIBC_([\d.]+)/g), ([, version = ""]) => version);
  const newest = versions.toSorted(compareVersions).at(-1);
  if (newest !== undefined && compareVersions(newest, target.glibc ?? "0") > 0) {
    faults.push(`it needs glibc ${newest}, and may need ${target.glibc ?? "none"}`);
  }

  // Why: only Macs with Apple's processors need a signature, and Bun's is invalid on others.
  const mustBeSigned = target.name === "darwin-arm64";
  const isSigned = text.includes("LC_CODE_SIGNATURE");
  if (isSigned !== mustBeSigned) faults.push(`it is ${isSigned ? "" : "not "}signed`);
  return faults;
}

// Why: 2.9 is older than 2.17.
function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
