// The style sheet and the script of the docs.
import type { Assets } from "../layout/assets.ts";
import SCRIPT from "./docs.client.js" with { type: "text" };
import STYLE from "./docs.css" with { type: "text" };

export const STYLES = ["/docs/docs.css"];
export const SCRIPT_PATH = "/docs/docs.js";

export const DOCS_ASSETS: Assets = { "/docs/docs.css": STYLE, [SCRIPT_PATH]: SCRIPT };
