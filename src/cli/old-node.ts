// Explains that a version of Node is too old, before the program uses what that version lacks.

/** The oldest version that works. package.json has the same. */
const OLDEST = [20, 19] as const;

/** Describes the error of a version of Node, or returns undefined where it works. */
export function explainOldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
  return isOld
    ? `merchant-sandbox needs Node ${OLDEST.join(".")} or later. This is Node ${version}. Install a newer Node.`
    : undefined;
}
