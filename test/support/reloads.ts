// Waiting for reloads, one after the other.
import type { Reload } from "../../src/reload/live-reload.ts";

/** Remembers what reloads came of, for a test to wait for the next. */
export function reloads() {
  const reloads: Reload[] = [];
  let wake = () => {};
  return {
    onReload: (reload: Reload) => {
      reloads.push(reload);
      wake();
    },
    async next(): Promise<Reload | undefined> {
      while (reloads.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return reloads.shift();
    },
  };
}
