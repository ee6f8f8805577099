// Makes the README's pictures again: `npm run pictures`. Tests tell when that is due. Look at what has changed.
import { launchChromium } from "../support/chromium.ts";
import { digestPage, PAGES, SCHEMES, showPage, takePicture } from "./pages.ts";
import { RECORDINGS } from "./recordings.ts";

export const pathOf = (file: string) => `${import.meta.dir}/${file}`;

/** What each page was made of when its pictures were taken. */
export async function readDigests(): Promise<Record<string, string>> {
  return Bun.file(pathOf("digests.json")).json();
}

async function record(): Promise<void> {
  for (const [name, recordOne] of Object.entries(RECORDINGS)) {
    await Bun.write(pathOf(`${name}.svg`), await recordOne());
  }
}

/** Takes pictures of the pages that have changed, and of no others, since a picture is never the same twice. */
async function photograph(): Promise<void> {
  const known = await readDigests();
  const digests: Record<string, string> = {};
  const browser = await launchChromium();
  for (const [name, page] of Object.entries(PAGES)) {
    const digest = await digestPage(page);
    digests[name] = digest;
    if (digest === known[name]) continue;
    for (const scheme of SCHEMES) {
      const picture = await showPage(browser, page, scheme, takePicture);
      await Bun.write(pathOf(`${name}-${scheme}.webp`), picture);
    }
  }
  await browser.close();
  await Bun.write(pathOf("digests.json"), `${JSON.stringify(digests, undefined, 2)}\n`);
}

if (import.meta.main) {
  await record();
  await photograph();
}
