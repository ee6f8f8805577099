// When code is compiled. The executable is built to wait longer with it than is usual, as most of a start runs
// once; whatever runs for longer says so.

/** Has code that runs often compiled as early as is usual from now on. */
export function compileEarly(): void {
  if ("Bun" in globalThis) Bun.unsafe.setJITPolicy(1);
}
