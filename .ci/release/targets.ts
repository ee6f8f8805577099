// The platforms that an executable is made for, and what each one's file must be to be released.

/** A platform, the compiler's name for it, and all that its executable may ask of the system. */
export interface Target {
  readonly name: string;
  readonly format: "elf" | "mach-o" | "pe";
  readonly machine: Machine;
  /** The program that loads the executable, where the format names one. */
  readonly interpreter?: string;
  readonly libraries: readonly string[];
  /** The newest glibc that it may ask for; none where it must not ask for one. */
  readonly glibc?: string;
}

export type Machine = "x64" | "arm64";

// Why: 2.17 is that of 2012, older than any distribution that is still looked after.
const GLIBC = "2.17";

const GLIBC_LIBRARIES = ["libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0"];

const MAC_LIBRARIES = [
  "/usr/lib/libSystem.B.dylib",
  "/usr/lib/libc++.1.dylib",
  "/usr/lib/libicucore.A.dylib",
  "/usr/lib/libresolv.9.dylib",
];

const WINDOWS_LIBRARIES = [
  "advapi32.dll",
  "api-ms-win-core-synch-l1-2-0.dll",
  "bcryptprimitives.dll",
  "crypt32.dll",
  "dbghelp.dll",
  "iphlpapi.dll",
  "kernel32.dll",
  "ntdll.dll",
  "ole32.dll",
  "oleaut32.dll",
  "shell32.dll",
  "user32.dll",
  "userenv.dll",
  "ws2_32.dll",
  "wsock32.dll",
];

export const TARGETS: readonly Target[] = [
  glibc("linux-x64", "x64", "/lib64/ld-linux-x86-64.so.2"),
  glibc("linux-arm64", "arm64", "/lib/ld-linux-aarch64.so.1"),
  musl("linux-x64-musl", "x64", "x86_64"),
  musl("linux-arm64-musl", "arm64", "aarch64"),
  { name: "darwin-x64", format: "mach-o", machine: "x64", libraries: MAC_LIBRARIES },
  { name: "darwin-arm64", format: "mach-o", machine: "arm64", libraries: MAC_LIBRARIES },
  { name: "windows-x64", format: "pe", machine: "x64", libraries: WINDOWS_LIBRARIES },
  { name: "windows-arm64", format: "pe", machine: "arm64", libraries: WINDOWS_LIBRARIES },
];

function glibc(name: string, machine: Machine, interpreter: string): Target {
  const loader = interpreter.slice(interpreter.lastIndexOf("/") + 1);
  const libraries = [...GLIBC_LIBRARIES, loader];
  return { name, format: "elf", machine, interpreter, libraries, glibc: GLIBC };
}

function musl(name: string, machine: Machine, architecture: string): Target {
  const interpreter = `/lib/ld-musl-${architecture}.so.1`;
  const libraries = ["libstdc++.so.6", `libc.musl-${architecture}.so.1`];
  return { name, format: "elf", machine, interpreter, libraries };
}
