// Holds an executable against what its target promises: format, machine, libraries, signature.
import { compareVersions, readElf } from "./elf.ts";
import { readMachO } from "./mach-o.ts";
import { readPe } from "./pe.ts";
import { findSignatureFaults } from "./signature.ts";
import type { Machine, Target } from "./targets.ts";

/** Says why an executable may not be released: nothing, in an empty list. */
export function findFaults(target: Target, file: Buffer): string[] {
  try {
    if (target.format === "elf") return findElfFaults(target, file);
    if (target.format === "pe") return findPartFaults(target, readPe(file));
    return [...findPartFaults(target, readMachO(file)), ...findSignatureFaults(file)];
  } catch (error) {
    return [`it can't be read: ${error instanceof Error ? error.message : error}`];
  }
}

function findElfFaults(target: Target, file: Buffer): string[] {
  const elf = readElf(file);
  const faults = findPartFaults(target, elf);
  if (elf.interpreter !== target.interpreter) {
    faults.push(`it is loaded by ${elf.interpreter}, not by ${target.interpreter}`);
  }
  if (elf.glibc !== undefined && compareVersions(elf.glibc, target.glibc ?? "0") > 0) {
    faults.push(`it asks for glibc ${elf.glibc}, and may for ${target.glibc ?? "none"}`);
  }
  return faults;
}

function findPartFaults(
  target: Target,
  found: { machine: Machine | undefined; libraries: readonly string[] },
): string[] {
  const faults: string[] = [];
  if (found.machine !== target.machine) {
    faults.push(`it is for ${found.machine ?? "an unknown machine"}, not for ${target.machine}`);
  }
  const foreign = found.libraries.filter((library) => !target.libraries.includes(library));
  if (foreign.length > 0) faults.push(`it needs ${foreign.join(", ")}`);
  return faults;
}
