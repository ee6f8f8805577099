// The platforms that a release has an executable for, and what each executable may need.

export type Machine = "x64" | "arm64";

/** A platform, by its name in Bun's compiler. */
export interface Target {
  readonly name: string;
  readonly machine: Machine;
  /** The executable's format, as `llvm-readobj` names it. */
  readonly format: string;
  /** The program that loads the executable, where the format names one. */
  readonly loader?: string;
  readonly libraries: readonly string[];
  /** The newest glibc whose symbols the executable may use. Default: none. */
  readonly glibc?: string;
}

const ELF = { x64: "elf64-x86-64", arm64: "elf64-littleaarch64" };
const GLIBC_LIBRARIES = ["libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0"];
const MAC_LIBRARIES = ["libSystem.B", "libc++.1", "libicucore.A", "libresolv.9"].map(
  (name) => `/usr/lib/${name}.dylib`,
);
const WINDOWS_LIBRARIES = (
  "advapi32 api-ms-win-core-synch-l1-2-0 bcryptprimitives crypt32 dbghelp iphlpapi kernel32 ntdll " +
  "ole32 oleaut32 shell32 user32 userenv ws2_32 wsock32"
)
  .split(" ")
  .map((name) => `${name}.dll`);

export const TARGETS: readonly Target[] = [
  glibc("linux-x64", "x64", "/lib64/ld-linux-x86-64.so.2"),
  glibc("linux-arm64", "arm64", "/lib/ld-linux-aarch64.so.1"),
  musl("linux-x64-musl", "x64", "x86_64"),
  musl("linux-arm64-musl", "arm64", "aarch64"),
  { name: "darwin-x64", machine: "x64", format: "Mach-O 64-bit x86-64", libraries: MAC_LIBRARIES },
  { name: "darwin-arm64", machine: "arm64", format: "Mach-O arm64", libraries: MAC_LIBRARIES },
  { name: "windows-x64", machine: "x64", format: "COFF-x86-64", libraries: WINDOWS_LIBRARIES },
  { name: "windows-arm64", machine: "arm64", format: "COFF-ARM64", libraries: WINDOWS_LIBRARIES },
];

/** The file name of a program on a target. */
export function executableOf({ name }: Target, program: string): string {
  return name.startsWith("windows") ? `${program}.exe` : program;
}

function glibc(name: string, machine: Machine, loader: string): Target {
  const libraries = [...GLIBC_LIBRARIES, loader.slice(loader.lastIndexOf("/") + 1)];
  // Why: glibc 2.17 is from 2012, older than any distribution that is still maintained.
  return { name, machine, format: ELF[machine], loader, libraries, glibc: "2.17" };
}

function musl(name: string, machine: Machine, architecture: string): Target {
  const loader = `/lib/ld-musl-${architecture}.so.1`;
  const libraries = ["libstdc++.so.6", `libc.musl-${architecture}.so.1`];
  return { name, machine, format: ELF[machine], loader, libraries };
}
