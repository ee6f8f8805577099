import { defineConfig } from "@playwright/test";

// The sandbox takes its ports from the same variables.
const { MERCHANT_SANDBOX_HOSTED_PORT = "4701", CHROMIUM, CI } = process.env;
const hostedUrl = `http://127.0.0.1:${MERCHANT_SANDBOX_HOSTED_PORT}`;

export default defineConfig({
  use: {
    baseURL: hostedUrl,
    // A browser that is here already, in place of what `npx playwright install chromium` downloads.
    launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {},
  },
  webServer: {
    command: "npx merchant-sandbox --log off",
    url: `${hostedUrl}/_sandbox/health`,
    reuseExistingServer: !CI,
  },
});
