// The style sheet and the scripts of the dashboard.
import type { Asset } from "../layout/assets.ts";
import DASHBOARD from "./client/dashboard.client.js" with { type: "text" };
import FORMS from "./client/forms.client.js" with { type: "text" };
import KEYS from "./client/keys.client.js" with { type: "text" };
import LOG from "./client/log.client.js" with { type: "text" };
import PATCH from "./client/patch.client.js" with { type: "text" };
import STYLE from "./dashboard.css" with { type: "text" };
import FAILING from "./failing.svg" with { type: "text" };

const script = (text: string): Asset => ({ type: "text/javascript", text: withoutComments(text) });

// Why: they are for readers of the source, and a fifth of what a page loads.
const withoutComments = (text: string) =>
  text.replace(/^ *\/\*(?:[^*]|\*(?!\/))*\*\/\n|^ *\/\/.*\n|^ +/gm, "");

/** Style sheet and scripts by their names under `/dashboard/`. */
export const DASHBOARD_ASSETS: ReadonlyMap<string, Asset> = new Map<string, Asset>([
  ["dashboard.css", { type: "text/css", text: withoutComments(STYLE) }],
  ["failing.svg", { type: "image/svg+xml", text: FAILING }],
  ["dashboard.client.js", script(DASHBOARD)],
  ["forms.client.js", script(FORMS)],
  ["keys.client.js", script(KEYS)],
  ["log.client.js", script(LOG)],
  ["patch.client.js", script(PATCH)],
]);
