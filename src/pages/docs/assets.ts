// The style sheet and the script of the docs, by their paths.
import type { Asset } from "../layout/assets.ts";
import SCRIPT from "./docs.client.js" with { type: "text" };
import STYLE from "./docs.css" with { type: "text" };

export const STYLES = ["/docs/docs.css"];
export const SCRIPT_PATH = "/docs/docs.js";

export const DOCS_ASSETS: Readonly<Record<string, Asset>> = {
  "/docs/docs.css": { type: "text/css", text: STYLE },
  [SCRIPT_PATH]: { type: "text/javascript", text: SCRIPT },
};
