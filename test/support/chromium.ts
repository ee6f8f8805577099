// The browser that tests of pages run in: the system's Chromium, with nothing of its own going on.
import { type Browser, chromium } from "playwright-core";

/** Where it is; undefined where there is none, and then what needs it is skipped by name. */
// Why: the shell, which has no windows to draw, takes a third of the time.
export const CHROMIUM = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
  .map((name) => Bun.which(name))
  .find((path) => path !== null);

const FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  ...["--disable-background-networking", "--disable-component-update"],
];

/** Launches it. */
export async function launchChromium(...flags: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM ?? "", args: [...FLAGS, ...flags] });
}
