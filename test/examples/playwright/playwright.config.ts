import { defineConfig } from "@playwright/test";

const { CHROMIUM } = process.env;

export default defineConfig({
  // An installed browser, instead of the download of `npx playwright install chromium`.
  use: { launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {} },
});
