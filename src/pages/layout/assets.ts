// Style sheets and pictures that pages load, and how they are served.
import type { Context } from "hono";
import COPY from "./copy.client.js" with { type: "text" };
import FAVICON from "./favicon.svg" with { type: "text" };
import STYLE from "./style.css" with { type: "text" };

export interface Asset {
  readonly type: "text/css" | "text/javascript" | "image/svg+xml";
  readonly text: string;
}

/** The script that adds copy buttons. Its path is relative to the root of the world. */
export const COPY_SCRIPT = "/assets/copy.js";

/** The files that pages share, by their names under `/assets/`. */
export const ASSETS: Readonly<Record<string, Asset>> = {
  "copy.js": { type: "text/javascript", text: COPY },
  "favicon.svg": { type: "image/svg+xml", text: FAVICON },
  "style.css": { type: "text/css", text: STYLE },
};

/** Creates the response with an asset. */
export function respondWithAsset(c: Context, { type, text }: Asset): Response {
  return c.body(text, 200, {
    "Content-Type": `${type}; charset=utf-8`,
    // Why: another version of the sandbox may run at the same address later.
    "Cache-Control": "no-cache",
  });
}
