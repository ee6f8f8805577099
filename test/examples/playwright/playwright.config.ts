import { defineConfig } from "@playwright/test";

// The sandbox reads its ports from the same variables.
const { MERCHANT_SANDBOX_HOSTED_PORT = "4701", CHROMIUM, CI } = process.env;
const hostedUrl = `http://127.0.0.1:${MERCHANT_SANDBOX_HOSTED_PORT}`;

export default defineConfig({
  use: {
    baseURL: hostedUrl,
    // An installed browser, instead of the download of `npx playwright install chromium`.
    launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {},
  },
  webServer: {
    command: "npx merchant-sandbox --log off",
    url: `${hostedUrl}/_sandbox/health`,
    reuseExistingServer: !CI,
  },
});
