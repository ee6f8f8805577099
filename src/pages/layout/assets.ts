// Style sheets, scripts and pictures that pages load: their texts by their paths.
import COPY from "./copy.client.js" with { type: "text" };
import FAVICON from "./favicon.svg" with { type: "text" };
import STYLE from "./style.css" with { type: "text" };

/** Texts by their paths, relative to the root of the world. The ending of a path says the type. */
export type Assets = Readonly<Record<string, string>>;

/** The script that adds copy buttons. */
export const COPY_SCRIPT = "/assets/copy.js";

/** The files that pages share. */
export const ASSETS: Assets = {
  [COPY_SCRIPT]: COPY,
  "/assets/favicon.svg": FAVICON,
  "/assets/style.css": STYLE,
};
