// The client in a page of the sandbox: built for browsers, it drives worlds as it does in a program.
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { startSandbox } from "../../src/index.ts";
import { CHROMIUM, launchChromium } from "../support/chromium.ts";

setDefaultTimeout(30_000);

const CLIENT = join(import.meta.dir, "../../src/client/index.ts");

const SCRIPT = `(async () => {
  const sandbox = await client.connectSandbox(location.origin);
  const world = await sandbox.world({ scenario: "flaky" });
  const { frozen } = await world.clock.freeze();
  const error = await world.orders.add({ product: "NOPE", amountMinor: "1" }).catch(({ name }) => name);
  return [frozen, error];
})()`;

test.skipIf(CHROMIUM === undefined)("a page of the sandbox drives its worlds", async () => {
  const built = await Bun.build({ entrypoints: [CLIENT], target: "browser", format: "esm" });
  const module = await built.outputs[0]?.text();
  await using sandbox = await startSandbox({ port: 0 });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${sandbox.hostedUrl}/dashboard`);
    // Why: the pages allow no scripts of others, but a debugger may run one.
    await page.evaluate(
      `${module?.replace(/export \{([^}]*)\};?\s*$/, "globalThis.client = {$1};")}`,
    );
    expect(await page.evaluate<unknown>(SCRIPT)).toEqual([true, "InvalidChangeError"]);
  } finally {
    await browser.close();
  }
});
