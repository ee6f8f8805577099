// What may be released, and why something may not.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { compare, findFaults } from "../../.ci/release/check.ts";
import { TARGETS, type Target } from "../../.ci/release/targets.ts";

const EXECUTABLE = join(import.meta.dir, "../../dist/merchant-sandbox");
const NAME = `${process.platform}-${process.arch}`;
const HAS_TOOL = Bun.which("llvm-readobj") !== null;

/** What LLVM's tools print for an executable, as far as it is read. */
function describeFile(format: string, libraries: string[], rest = ""): string {
  return `\nFile: sandbox\nFormat: ${format}\nArch: x86_64\nNeededLibraries [\n${libraries.map((name) => `  ${name}\n`).join("")}]\n${rest}`;
}

const loadedBy = (path: string) => `String dump of section '.interp':\n[     0] ${path}\n`;
const uses = (...versions: string[]) =>
  versions.map((version) => `  Symbol {\n    Name: getenv@${version}\n  }\n`).join("");
const delays = (name: string) => `DelayImport {\n  Name: ${name}\n  Attributes: 0x1\n}\n`;

const SIGNED = "      cmd LC_CODE_SIGNATURE\n";
const GLIBC = loadedBy("/lib64/ld-linux-x86-64.so.2");
const MUSL = loadedBy("/lib/ld-musl-aarch64.so.1");
const ELF = "elf64-x86-64";

describe.skipIf(!HAS_TOOL || process.platform !== "linux")("llvm-readobj", () => {
  test("finds no fault with this machine's executable, and one with each broken promise", async () => {
    const here = target(NAME);
    expect(await findFaults(here, EXECUTABLE)).toEqual([]);
    const promises = { format: "COFF-ARM64", loader: "/ld.so", libraries: [], glibc: "2.1" };
    expect(await findFaults({ ...here, ...promises }, EXECUTABLE)).toEqual([
      `its format is ${here.format}, not COFF-ARM64`,
      `it is loaded by ${here.loader}, not by /ld.so`,
      expect.stringMatching(/^it needs .*libc\.so\.6/),
      expect.stringMatching(/^it needs glibc 2\.\d+, and may need 2\.1$/),
    ]);
  });

  test("fails on what is not an executable", async () => {
    await expect(findFaults(target(NAME), import.meta.path)).rejects.toThrow("not recognized");
  });
});

describe("an executable", () => {
  test.each<[string, string]>([
    ["linux-x64", describeFile(ELF, ["libc.so.6"], GLIBC + uses("GLIBC_2.9", "GLIBC_2.17"))],
    ["linux-arm64-musl", describeFile("elf64-littleaarch64", ["libstdc++.so.6"], MUSL)],
    ["darwin-arm64", describeFile("Mach-O arm64", ["/usr/lib/libSystem.B.dylib"], SIGNED)],
    ["darwin-x64", describeFile("Mach-O 64-bit x86-64", ["/usr/lib/libSystem.B.dylib"])],
    ["windows-x64", describeFile("COFF-x86-64", ["KERNEL32.dll"], delays("USER32.dll"))],
  ])("for %s is released", (name, text) => {
    expect(compare(target(name), text)).toEqual([]);
  });

  test.each<[string, string, string]>([
    [
      "linux-x64",
      describeFile("elf64-littleaarch64", ["libc.so.6"], GLIBC),
      `its format is elf64-littleaarch64, not ${ELF}`,
    ],
    ["linux-x64", describeFile(ELF, ["libssl.so.3"], GLIBC), "it needs libssl.so.3"],
    [
      "linux-x64",
      describeFile(ELF, ["libc.so.6"], GLIBC + uses("GLIBC_2.17", "GLIBC_2.100")),
      "it needs glibc 2.100, and may need 2.17",
    ],
    [
      "linux-arm64-musl",
      describeFile("elf64-littleaarch64", ["libstdc++.so.6"], MUSL + uses("GLIBC_2.2")),
      "it needs glibc 2.2, and may need none",
    ],
    [
      "linux-x64",
      describeFile(ELF, ["libc.so.6"], MUSL),
      "it is loaded by /lib/ld-musl-aarch64.so.1, not by /lib64/ld-linux-x86-64.so.2",
    ],
    [
      "windows-arm64",
      describeFile("COFF-x86-64", ["ntdll.dll"]),
      "its format is COFF-x86-64, not COFF-ARM64",
    ],
    [
      "windows-x64",
      describeFile("COFF-x86-64", ["ntdll.dll"], delays("Foreign.dll")),
      "it needs Foreign.dll",
    ],
    ["linux-x64", describeFile(ELF, [], GLIBC), "it names no libraries"],
    [
      "darwin-arm64",
      describeFile("Mach-O arm64", ["/opt/lib/z.dylib"], SIGNED),
      "it needs /opt/lib/z.dylib",
    ],
    [
      "darwin-x64",
      describeFile("COFF-x86-64", ["/usr/lib/libc++.1.dylib"]),
      "its format is COFF-x86-64, not Mach-O 64-bit x86-64",
    ],
    ["darwin-arm64", describeFile("Mach-O arm64", ["/usr/lib/libc++.1.dylib"]), "it is not signed"],
    [
      "darwin-x64",
      describeFile("Mach-O 64-bit x86-64", ["/usr/lib/libc++.1.dylib"], SIGNED),
      "it is signed",
    ],
  ])("for %s is not released: $#", (name, text, fault) => {
    expect(compare(target(name), text)).toEqual([fault]);
  });
});

function target(name: string): Target {
  const found = TARGETS.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no target ${name}`);
  return found;
}
